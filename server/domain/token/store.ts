import { runPrepared, type Tx } from '../../db/client.ts';

export async function insertWorkspace(tx: Tx, row: { id: string; plan: string; createdAt: Date }): Promise<void> {
  await tx.workspace.create({ data: row });
}

/** Which of these workspaces there are. */
export async function listWorkspaceIds(tx: Tx, ids: string[]): Promise<string[]> {
  return (await tx.workspace.findMany({ where: { id: { in: ids } }, select: { id: true } })).map(({ id }) => id);
}

export async function insertToken(
  tx: Tx,
  row: { hash: Buffer; workspaceId: string; kind: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.accessToken.create({ data: { ...row, hash: new Uint8Array(row.hash) } });
}

export interface StoredToken {
  workspaceId: string;
  kind: string;
  connectionId: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
}

const tokenByHash = {
  name: 'token_by_hash',
  text: `SELECT workspace_id AS "workspaceId", kind, connection_id AS "connectionId",
                expires_at AS "expiresAt", revoked_at AS "revokedAt"
         FROM access_token WHERE hash = $1`,
};

export async function findToken(tx: Tx, hash: Buffer): Promise<StoredToken | null> {
  const [found] = await runPrepared<StoredToken>(tx, tokenByHash, [hash]);
  return found ?? null;
}

/** As `findToken`, of one workspace; keeps the token from being replaced until the transaction ends. */
export async function holdToken(tx: Tx, workspaceId: string, hash: Uint8Array): Promise<StoredToken | null> {
  const [found] = await tx.$queryRaw<StoredToken[]>`
    SELECT workspace_id AS "workspaceId", kind, connection_id AS "connectionId",
           expires_at AS "expiresAt", revoked_at AS "revokedAt"
    FROM access_token WHERE hash = ${new Uint8Array(hash)} AND workspace_id = ${workspaceId} FOR SHARE`;
  return found ?? null;
}

/** Makes a token die at `at`, unless it does so earlier. */
export async function endToken(tx: Tx, workspaceId: string, hash: Buffer, at: Date): Promise<void> {
  await tx.accessToken.updateMany({
    where: { workspaceId, hash: new Uint8Array(hash), expiresAt: { gt: at } },
    data: { expiresAt: at },
  });
}

/** Keeps the workspace from being deleted until the transaction ends; false when it is gone. */
export async function holdWorkspace(tx: Tx, workspaceId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM workspace WHERE id = ${workspaceId} FOR KEY SHARE`;
  return rows.length === 1;
}

/** Waits for whoever holds the workspace, and keeps others from it until the transaction ends. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId} FOR UPDATE`;
}

export async function deleteTokens(tx: Tx, workspaceId: string): Promise<void> {
  await tx.accessToken.deleteMany({ where: { workspaceId } });
}

export async function deleteWorkspaceRow(tx: Tx, workspaceId: string): Promise<void> {
  await tx.creditMonth.deleteMany({ where: { workspaceId } });
  await tx.idempotencyKey.deleteMany({ where: { workspaceId } });
  await tx.workspace.deleteMany({ where: { id: workspaceId } });
}
