import type { Tx } from '../../db/client.ts';

export async function insertWorkspace(tx: Tx, row: { id: string; plan: string; createdAt: Date }): Promise<void> {
  await tx.workspace.create({ data: row });
}

export async function insertToken(
  tx: Tx,
  row: { hash: Buffer; workspaceId: string; kind: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.accessToken.create({ data: { ...row, hash: new Uint8Array(row.hash) } });
}

export interface StoredToken {
  workspaceId: string;
  expiresAt: Date;
  revokedAt: Date | null;
}

export async function findToken(tx: Tx, hash: Buffer): Promise<StoredToken | null> {
  return tx.accessToken.findUnique({
    where: { hash: new Uint8Array(hash) },
    select: { workspaceId: true, expiresAt: true, revokedAt: true },
  });
}

/** Makes a token die at `at`, unless it does so earlier. */
export async function endToken(tx: Tx, hash: Buffer, at: Date): Promise<void> {
  await tx.accessToken.updateMany({
    where: { hash: new Uint8Array(hash), expiresAt: { gt: at } },
    data: { expiresAt: at },
  });
}

export async function deleteTokens(tx: Tx, workspaceId: string): Promise<void> {
  await tx.accessToken.deleteMany({ where: { workspaceId } });
}

export async function deleteWorkspaceRow(tx: Tx, workspaceId: string): Promise<void> {
  await tx.creditMonth.deleteMany({ where: { workspaceId } });
  await tx.idempotencyKey.deleteMany({ where: { workspaceId } });
  await tx.workspace.deleteMany({ where: { id: workspaceId } });
}
