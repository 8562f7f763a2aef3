import type { Tx } from '../../db/client.ts';

export async function readRulesOff(tx: Tx, workspaceId: string): Promise<string[]> {
  const row = await tx.workspace.findUnique({ where: { id: workspaceId }, select: { rulesOff: true } });
  return row?.rulesOff ?? [];
}

export async function writeRulesOff(tx: Tx, workspaceId: string, rulesOff: string[]): Promise<void> {
  await tx.workspace.update({ where: { id: workspaceId }, data: { rulesOff } });
}

/** Stores how far the second opinion on one screenshot is. */
export async function writeOpinion(
  tx: Tx,
  shot: { workspaceId: string; id: string },
  opinion: 'waiting' | 'done' | 'failed',
  problem: string | null,
): Promise<void> {
  const { id, workspaceId } = shot;
  await tx.shot.updateMany({ where: { id, workspaceId }, data: { opinion, opinionProblem: problem } });
}
