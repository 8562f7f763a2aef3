import pg from 'pg';

/** One statement on a service's own database: to move what only time would move, or to look at what is stored. */
export async function sql<Row extends pg.QueryResultRow>(
  service: { databaseUrl: string },
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export async function expire(service: { databaseUrl: string }, review: { id: string }): Promise<void> {
  await sql(service, `UPDATE review SET expires_at = now() - interval '1 second' WHERE id = $1`, [review.id]);
}
