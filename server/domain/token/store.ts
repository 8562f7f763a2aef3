import { bytes, runPrepared, type Tx } from '../../db/client.ts';
import type { Push } from '../ports.ts';

export async function insertToken(
  tx: Tx,
  row: {
    hash: Uint8Array;
    workspaceId: string;
    kind: 'try' | 'access';
    /** The connection that an access token was issued to */
    connectionId: string | null;
    /** The push that started the job it is for */
    push?: Push | null;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { push = null, ...columns } = row;
  await tx.accessToken.create({
    data: { ...columns, hash: bytes(row.hash), ...(push === null ? {} : { push: { ...push } }) },
  });
}

export interface StoredToken {
  workspaceId: string;
  kind: string;
  connectionId: string | null;
  push: Push | null;
  expiresAt: Date;
  revokedAt: Date | null;
}

const tokenByHash = {
  name: 'token_by_hash',
  text: `SELECT workspace_id AS "workspaceId", kind, connection_id AS "connectionId", push,
                expires_at AS "expiresAt", revoked_at AS "revokedAt"
         FROM access_token WHERE hash = $1`,
};

export async function findToken(tx: Tx, hash: Buffer): Promise<StoredToken | null> {
  const [found] = await runPrepared<StoredToken>(tx, tokenByHash, [hash]);
  return found ?? null;
}

/** Like `findToken`, for one workspace; also keeps the token from being replaced until the transaction ends. */
export async function holdToken(tx: Tx, workspaceId: string, hash: Uint8Array): Promise<StoredToken | null> {
  const [found] = await tx.$queryRaw<StoredToken[]>`
    SELECT workspace_id AS "workspaceId", kind, connection_id AS "connectionId", push,
           expires_at AS "expiresAt", revoked_at AS "revokedAt"
    FROM access_token WHERE hash = ${bytes(hash)} AND workspace_id = ${workspaceId} FOR SHARE`;
  return found ?? null;
}

/** Makes a try token expire at `at`. @returns false when it expires earlier anyway */
export async function endTryToken(tx: Tx, workspaceId: string, hash: Buffer, at: Date): Promise<boolean> {
  const where = { workspaceId, hash: bytes(hash), expiresAt: { gt: at } };
  return (await tx.accessToken.updateMany({ where, data: { expiresAt: at } })).count === 1;
}

/** Makes every try token of a workspace expire at `at`, unless it expires earlier. */
export async function endTryTokens(tx: Tx, workspaceId: string, at: Date): Promise<void> {
  const where = { workspaceId, kind: 'try' as const, expiresAt: { gt: at } };
  await tx.accessToken.updateMany({ where, data: { expiresAt: at } });
}

/** Finds an access token by its hash, with the workspace it belongs to. */
export async function findAccessToken(
  tx: Tx,
  hash: Uint8Array,
): Promise<{ workspaceId: string; connectionId: string | null } | null> {
  return tx.accessToken.findFirst({
    where: { hash: bytes(hash), kind: 'access' },
    select: { workspaceId: true, connectionId: true },
  });
}

export async function revokeAccessToken(
  tx: Tx,
  { workspaceId, hash }: { workspaceId: string; hash: Uint8Array },
  at: Date,
): Promise<void> {
  await tx.accessToken.updateMany({
    where: { workspaceId, hash: bytes(hash), kind: 'access', revokedAt: null },
    data: { revokedAt: at },
  });
}
