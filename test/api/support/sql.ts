import pg from 'pg';
import { atFileEnd } from '../../support/file-end.ts';

const pools = new Map<string, pg.Pool>();

/** Returns this file's connections to a database. Opening one costs a hundred times what a statement costs. */
function poolOf(databaseUrl: string): pg.Pool {
  const known = pools.get(databaseUrl);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: databaseUrl, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // A database that is dropped ends its idle connections.
  pool.on('error', () => {});
  pools.set(databaseUrl, pool);
  atFileEnd(() => {
    pools.delete(databaseUrl);
    return pool.end();
  });
  return pool;
}

/** Runs one statement on a service's database, to simulate the passage of time or to read what is stored. */
export const sql = async <Row extends pg.QueryResultRow>(
  { databaseUrl }: { databaseUrl: string },
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await poolOf(databaseUrl).query<Row>(text, values)).rows;

/**
 * Makes all rate limits as if nothing had been counted. One lock of the whole table: a service that counts two limits in
 * one transaction would wait for the rows of a `DELETE` while that waits for the service's.
 */
export const forgetLimits = (service: { databaseUrl: string }): Promise<unknown> =>
  sql(service, 'TRUNCATE rate_window');

/**
 * Returns the names of the tables that only requests change, sorted. The others a service writes at its own times:
 * limits count every visit, and the start of a worker may end after the first requests.
 */
export async function requestTables(service: { databaseUrl: string }): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    service,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND table_name NOT IN ('rate_window', 'worker_heartbeat', 'installation') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export async function expire(service: { databaseUrl: string }, review: { id: string }): Promise<void> {
  await sql(service, `UPDATE review SET expires_at = now() - interval '1 second' WHERE id = $1`, [review.id]);
}

/** By how much `putRetriesOff` delays a retry. */
export const RETRIES_PUT_OFF_MS = 86_400_000;

/**
 * Delays every retry by a day, so that a failed delivery is tried once until a test makes it due, however slow the
 * machine.
 */
export const putRetriesOff = (service: { databaseUrl: string }): Promise<unknown> =>
  sql(
    service,
    `CREATE FUNCTION put_retry_off() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.next_attempt_at := NEW.next_attempt_at + interval '1 day'; RETURN NEW; END $$;
     CREATE TRIGGER put_retry_off BEFORE UPDATE OF next_attempt_at ON delivery FOR EACH ROW
       WHEN (NEW.next_attempt_at > now() + interval '5 s') EXECUTE FUNCTION put_retry_off()`,
  );
