import pg from 'pg';
import { expect } from 'vitest';

/** A session of one's own with an open transaction: to hold a row while the service wants it. */
export interface Holder {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Until some session of the service waits for what this one holds. */
  somebodyWaits(): Promise<void>;
  /** Ends the transaction and the session. */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

export async function hold(service: { databaseUrl: string }): Promise<Holder> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    async somebodyWaits() {
      const waiting = () =>
        client.query('SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [pid]);
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 20_000, interval: 20 }).toBe(1);
    },
    async end(how) {
      await client.query(how);
      await client.end();
    },
  };
}
