import type { Tx } from '../../db/client.ts';

export async function readSpent(tx: Tx, workspaceId: string, month: string): Promise<number> {
  const row = await tx.creditMonth.findUnique({ where: { workspaceId_month: { workspaceId, month } } });
  return row?.spent ?? 0;
}

/** Spends in one statement, so that racing requests together never spend more than `allowance`. */
export async function spend(
  tx: Tx,
  spending: { workspaceId: string; month: string; cost: number; allowance: number | null },
): Promise<boolean> {
  const { workspaceId, month, cost, allowance } = spending;
  const changed = await tx.$executeRaw`
    INSERT INTO credit_month AS known (workspace_id, month, spent)
    SELECT ${workspaceId}, ${month}, ${cost}::int WHERE ${cost}::int <= COALESCE(${allowance}::int, ${cost}::int)
    ON CONFLICT (workspace_id, month) DO UPDATE SET spent = known.spent + ${cost}::int
    WHERE known.spent + ${cost}::int <= COALESCE(${allowance}::int, known.spent + ${cost}::int)`;
  return changed === 1;
}

export async function returnCredits(tx: Tx, workspaceId: string, month: string, cost: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE credit_month SET spent = GREATEST(0, spent - ${cost}::int)
    WHERE workspace_id = ${workspaceId} AND month = ${month}`;
}

/** Counts the workspace's paused webhooks, which its account shows. */
export async function countPausedWebhooks(tx: Tx, workspaceId: string): Promise<number> {
  return tx.webhookState.count({ where: { workspaceId, paused: true } });
}
