import { sql } from '../../support/sql.ts';

/** Returns every row of a workspace in every table, as text. Equal snapshots mean that nothing changed. */
export async function snapshotOf(service: { databaseUrl: string }, workspaceId: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    service,
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'workspace_id' ORDER BY 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await sql<{ row: string }>(
      service,
      `SELECT t::text AS row FROM "${name}" t WHERE workspace_id = $1 ORDER BY 1`,
      [workspaceId],
    );
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  return rows;
}
