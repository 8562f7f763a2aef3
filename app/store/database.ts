import { Pool, type QueryResultRow } from 'pg';
import { describeError, type Log } from '../log.ts';

/** Runs SQL in the App's own schema. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Database extends Queries {
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Runs `work` while no other process of the App holds the same key. */
  withLock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export const schema = 'sightline_app';

export function openDatabase(url: string, log: Log): Database {
  const open = (max: number) => {
    const pool = new Pool({
      connectionString: url,
      max,
      options: `-c search_path=${schema}`,
      application_name: schema,
    });
    // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
    pool.on('error', (error) => log.warn('A database connection was lost.', describeError(error)));
    return pool;
  };
  const pool = open(8);
  // Locks wait on connections of their own: whoever holds one can always run its queries.
  const locks = open(8);
  return {
    query: async (text, values = []) => (await pool.query(text, values)).rows,
    async transaction(work) {
      const client = await pool.connect();
      let broken = false;
      try {
        await client.query('begin');
        const result = await work({ query: async (text, values = []) => (await client.query(text, values)).rows });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {
          broken = true;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async withLock(key, work) {
      const client = await locks.connect();
      let broken = false;
      try {
        await client.query('select pg_advisory_lock(hashtextextended($1, 72707))', [`${schema}:${key}`]);
        return await work();
      } finally {
        await client.query('select pg_advisory_unlock(hashtextextended($1, 72707))', [`${schema}:${key}`]).catch(() => {
          broken = true;
        });
        client.release(broken);
      }
    },
    async close() {
      await Promise.all([pool.end(), locks.end()]);
    },
  };
}
