import pg from 'pg';

interface Column {
  table: string;
  column: string;
}

const columnsOf = async (client: pg.Client): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<Column>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY ordinal_position`,
  );
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
};

/**
 * Copies every row into a database of an earlier version: as that version would have written it, without the columns and
 * tables that it does not know. @returns how many rows
 */
export async function copyRows(fromUrl: string, toUrl: string): Promise<number> {
  const [from, to] = [fromUrl, toUrl].map((connectionString) => new pg.Client({ connectionString }));
  if (from === undefined || to === undefined) throw new Error('Two databases are needed');
  await Promise.all([from.connect(), to.connect()]);
  let copied = 0;
  try {
    // Neither triggers nor foreign keys: the rows have been through them.
    await to.query('SET session_replication_role = replica');
    const now = await columnsOf(from);
    for (const [table, columns] of await columnsOf(to)) {
      const known = columns.filter((column) => now.get(table)?.includes(column) === true);
      const names = known.map((column) => `"${column}"`).join(', ');
      const { rows } = await from.query<{ all: string }>(
        `SELECT coalesce(json_agg(t), '[]')::text AS all FROM "${table}" t`,
      );
      const { rowCount } = await to.query(
        `INSERT INTO "${table}" (${names}) OVERRIDING SYSTEM VALUE
         SELECT ${names} FROM json_populate_recordset(NULL::"${table}", $1) ON CONFLICT DO NOTHING`,
        [rows[0]?.all],
      );
      copied += rowCount ?? 0;
    }
    const { rows: counters } = await to.query<Column & { sequence: string }>(
      `SELECT table_name AS "table", column_name AS "column",
              pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
       FROM information_schema.columns WHERE table_schema = 'public'
         AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`,
    );
    for (const { table, column, sequence } of counters) {
      await to.query(`SELECT setval($1, (SELECT max("${column}") FROM "${table}"))`, [sequence]);
    }
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
  return copied;
}
