import { bytes, type Database, type Tx } from '../../server/db/client.ts';

/** The credentials of the App that was created from the service's page; `credentials` is null until there is one. */
export interface CreatedAppRow {
  nonce: string;
  /** Encrypted. */
  credentials: Uint8Array | null;
}

const LOCK = 72_707_371;
/** GitHub is called meanwhile, which takes at most 15 seconds. */
const TIMEOUT_MS = 20_000;

/** Runs `work` in a transaction while no other process does the same. */
export function withCreatedAppLock<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
      return await work(tx);
    },
    { timeout: TIMEOUT_MS, maxWait: 10_000 },
  );
}

/** Returns the one row, created with `nonce` when it does not exist. */
export async function openCreatedApp(tx: Tx, nonce: string): Promise<CreatedAppRow> {
  const row = await tx.githubApp.findUnique({ where: { id: 1 } });
  if (row !== null) return row;
  await tx.githubApp.createMany({ data: [{ id: 1, nonce }], skipDuplicates: true });
  return tx.githubApp.findUniqueOrThrow({ where: { id: 1 } });
}

export async function saveCredentials(tx: Tx, credentials: Uint8Array): Promise<void> {
  await tx.githubApp.update({ where: { id: 1 }, data: { credentials: bytes(credentials), createdAt: new Date() } });
}

/** Deletes the credentials, and the nonce that setup secrets derive from. */
export async function deleteCreatedApp(tx: Tx): Promise<void> {
  await tx.githubApp.deleteMany();
}
