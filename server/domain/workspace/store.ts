import type { Tx } from '../../db/client.ts';

export async function insertWorkspace(tx: Tx, row: { id: string; createdAt: Date }): Promise<void> {
  await tx.workspace.create({ data: row });
}

/** Makes the workspace unless it exists. */
export async function keepWorkspace(tx: Tx, row: { id: string; createdAt: Date }): Promise<void> {
  await tx.workspace.createMany({ data: [row], skipDuplicates: true });
}

export async function listWorkspaceIds(tx: Tx, ids: string[]): Promise<string[]> {
  return (await tx.workspace.findMany({ where: { id: { in: ids } }, select: { id: true } })).map(({ id }) => id);
}

/** Locks the workspace against deletion until the transaction ends; false when it is deleted. */
export async function holdWorkspace(tx: Tx, workspaceId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM workspace WHERE id = ${workspaceId} FOR KEY SHARE`;
  return rows.length === 1;
}

/** Waits for all who insert what belongs to the workspace, and keeps others from it until the transaction ends. */
export async function lockForDeletion(tx: Tx, workspaceId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId} FOR UPDATE`;
}

/**
 * Waits for the holder of this lock, and takes it until the transaction ends. Others can still insert what belongs to
 * the workspace, so its holder may wait for a chain's lock without a deadlock. A transaction that needs both locks takes this one first.
 */
export async function takeTurn(tx: Tx, workspaceId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId} FOR NO KEY UPDATE`;
}

/** Deletes the workspace with everything that belongs to it. */
export async function deleteWorkspaceRow(tx: Tx, workspaceId: string): Promise<void> {
  await tx.workspace.deleteMany({ where: { id: workspaceId } });
}
