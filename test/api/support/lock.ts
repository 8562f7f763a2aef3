import pg from 'pg';
import { expect } from 'vitest';
import { sql } from './sql.ts';

/** A database session with an open transaction, to hold a row that the service wants. */
export interface Holder {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Waits until so many sessions of the service wait for a lock of this one, or of each other. */
  untilBlocking(sessions?: number): Promise<void>;
  /** Ends the transaction and the session. */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

export async function hold(service: { databaseUrl: string }): Promise<Holder> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    async untilBlocking(sessions = 1) {
      // Uses another session: within a transaction PostgreSQL keeps showing the sessions that it showed first.
      const count = async () => (await sql(service, waiting)).length;
      await expect.poll(count, { interval: 20 }).toBeGreaterThanOrEqual(sessions);
    },
    async end(how) {
      await client.query(how);
      await client.end();
    },
  };
}
