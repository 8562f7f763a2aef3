import { expect, test } from 'vitest';
import { sql } from '../../api/support/sql.ts';
import { readTables } from '../../repository/queries/catalog.ts';
import { documented } from '../../repository/queries/documented.ts';
import { goEveryWay } from '../../repository/queries/go-every-way.ts';
import { unwatched } from '../../repository/queries/watch.ts';
import { createTestDatabase } from '../../support/database.ts';

test('with the documented keys, which all hold the workspace, the service does everything it does', async () => {
  const sharded = await createTestDatabase();
  try {
    const own = unwatched(sharded.url);
    const tables = await readTables(own);
    await sql(own, await documented('Keys'));
    const keys = await sql<{ name: string; table: string; columns: string[] }>(
      own,
      `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS table,
              array_agg(a.attname::text) AS columns
       FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
       WHERE i.indisunique GROUP BY 1, 2`,
    );
    const without = keys.filter(({ table, columns }) => {
      const column = tables.get(table)?.workspaceColumn ?? null;
      return column !== null && !columns.includes(column);
    });
    expect(without).toEqual([]);
    await goEveryWay(sharded.url);
  } finally {
    await sharded.drop();
  }
});
