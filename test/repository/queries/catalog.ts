import { sql } from '../../api/support/sql.ts';
import type { Table } from './read-statement.ts';

/**
 * Tables whose rows say of which workspace they are and that are nevertheless not sharded by it: each is asked before
 * anybody knows the workspace, and says which one it is. On Citus they are reference tables.
 */
export const beforeWorkspaces: Readonly<Record<string, string>> = {
  oauth_code: 'A code is good for two minutes; of a new workspace it knows nothing before it is exchanged.',
  repository_workspace: 'A job only knows its repository, which has one workspace among all there are.',
};

/** Every table of the service as the database has it, so that a new one is held to the rule by itself. */
export async function readTables(database: { databaseUrl: string }): Promise<Map<string, Table>> {
  const rows = await sql<{ name: string; columns: string[] }>(
    database,
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY c.relname`,
  );
  return new Map(
    rows.map(({ name, columns }) => {
      const [own] = name === 'workspace' ? ['id'] : columns.filter((column) => column === 'workspace_id');
      return [name, { columns, workspaceColumn: name in beforeWorkspaces ? null : (own ?? null) }];
    }),
  );
}

/** What the service's triggers and functions in the database run, statement by statement. */
export async function readFunctions(database: { databaseUrl: string }): Promise<string[]> {
  const rows = await sql<{ text: string }>(
    database,
    `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'public'::regnamespace AND l.lanname = 'plpgsql'`,
  );
  return rows.map(({ text }) => text);
}
