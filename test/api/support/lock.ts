import pg from 'pg';
import { expect } from 'vitest';
import { sql } from './sql.ts';

/** A database session with an open transaction, to hold a row that the service wants. */
export interface Holder {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Waits until a session of the service waits for a lock of this one. */
  untilBlocking(): Promise<void>;
  /** Ends the transaction and the session. */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

export async function hold(service: { databaseUrl: string }): Promise<Holder> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  const waiting = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    async untilBlocking() {
      // Uses another session: within a transaction PostgreSQL keeps showing the sessions that it showed first.
      const count = async () => (await sql(service, waiting, [pid])).length;
      await expect.poll(count, { interval: 20 }).toBeGreaterThan(0);
    },
    async end(how) {
      await client.query(how);
      await client.end();
    },
  };
}
