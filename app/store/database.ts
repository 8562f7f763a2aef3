import { Client, type ClientBase, Pool, type QueryResultRow } from 'pg';
import { describeError, type Log } from '../log.ts';
import { isLeased, until, withLease } from './leases.ts';

/** Runs SQL, which names the App's schema with each table: no connection is set to it, as it may be others' as well. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Database extends Queries {
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` while no other process of the App holds the same key. A lock taken while holding another is `nested`:
   * those have connections of their own, so that waiting for one never keeps it from being released.
   */
  withLock<Result>(key: string, work: () => Promise<Result>, nested?: 'nested'): Promise<Result>;
  close(): Promise<void>;
}

export const schema = 'sightline_app';

/** Those that have a pooler such as PgBouncer between them and PostgreSQL. */
const pooled = new WeakSet<object>();

/** A pooler names a process to its clients that it made up. */
async function isPooled(connection: ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  return !('processID' in connection) || rows[0]?.pid !== connection.processID;
}

/** Whether a pooler is at this address. */
export async function leadsToPooler(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: schema });
  client.on('error', () => {});
  try {
    await client.connect();
    return await isPooled(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export function openDatabase(url: string, log: Log): Database {
  const open = (max: number) => {
    const pool = new Pool({
      connectionString: url,
      max,
      application_name: schema,
      onConnect: async (connection) => {
        if (await isPooled(connection)) pooled.add(connection);
      },
    });
    // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
    pool.on('error', (error) => log.warn('A database connection was lost.', describeError(error)));
    return pool;
  };
  const pool = open(8);
  // Locks wait on connections of their own: whoever holds one can always run its queries.
  const locks = open(8);
  const nestedLocks = open(4);
  const queries: Queries = { query: async (text, values = []) => (await pool.query(text, values)).rows };
  const nameOf = (key: string): string => `${schema}:${key}`;
  /** Whether nobody has it who connects directly: tried for the length of a statement. */
  async function isFree(key: string): Promise<boolean> {
    const [row] = await queries.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 72707)) as free',
      [nameOf(key)],
    );
    return row?.free === true;
  }
  return {
    ...queries,
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
    async withLock(key, work, nested) {
      const client = await (nested === undefined ? locks : nestedLocks).connect();
      if (pooled.has(client)) {
        client.release();
        const lost = () => log.warn('A lock could not be kept.', { key });
        return withLease(queries, key, () => isFree(key), lost, work);
      }
      let broken = false;
      try {
        await client.query('select pg_advisory_lock(hashtextextended($1, 72707))', [nameOf(key)]);
        // One that came by a pooler, while this process did not.
        await until(async () => !(await isLeased(queries, key)));
        return await work();
      } finally {
        await client.query('select pg_advisory_unlock(hashtextextended($1, 72707))', [nameOf(key)]).catch(() => {
          broken = true;
        });
        client.release(broken);
      }
    },
    async close() {
      await Promise.all([pool.end(), locks.end(), nestedLocks.end()]);
    },
  };
}
