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
