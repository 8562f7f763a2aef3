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
  await tx.$executeRaw`
    INSERT INTO credit_month (workspace_id, month, spent) VALUES (${workspaceId}, ${month}, 0) ON CONFLICT DO NOTHING`;
  const changed =
    allowance === null
      ? await tx.$executeRaw`
          UPDATE credit_month SET spent = spent + ${cost}::int WHERE workspace_id = ${workspaceId} AND month = ${month}`
      : await tx.$executeRaw`
          UPDATE credit_month SET spent = spent + ${cost}::int
          WHERE workspace_id = ${workspaceId} AND month = ${month} AND spent + ${cost}::int <= ${allowance}::int`;
  return changed === 1;
}

export async function giveBack(tx: Tx, workspaceId: string, month: string, cost: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE credit_month SET spent = GREATEST(0, spent - ${cost}::int)
    WHERE workspace_id = ${workspaceId} AND month = ${month}`;
}
