import pg from 'pg';

const ANSWER_MS = 10_000;

/** The process that the other end of a connection named; a pooler names one that it made up. */
const processOf = (connection: object): unknown => ('processID' in connection ? connection.processID : null);

/**
 * Whether a pooler such as PgBouncer is between an open connection and PostgreSQL: then nothing can be listened to, since
 * what is heard comes on whichever connection of PostgreSQL's listened, to whomever it serves by then.
 */
export async function isPooled(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== processOf(connection);
}

/** Likewise, of an address. */
export async function leadsToPooler(databaseUrl: string): Promise<boolean> {
  const connection = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  connection.on('error', () => {});
  try {
    await connection.connect();
    return await isPooled(connection);
  } finally {
    await connection.end().catch(() => {});
  }
}
