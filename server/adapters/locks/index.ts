import pg from 'pg';
import type { Locks, Log } from '../../domain/ports.ts';
import { faultCode } from '../postgres/fault-code.ts';

const CONNECTIONS = 8;
const NESTED_CONNECTIONS = 4;
/** How long a process that hangs keeps its locks. */
const MAX_HELD_MS = 300_000;

/**
 * Creates locks from PostgreSQL's advisory locks. Each is held by a transaction on its own connection, so the holder
 * can always run queries. Nested locks have separate connections, so that waiting for one never delays its release.
 */
export function createLocks(url: string, log: Log): Locks {
  const open = (max: number): pg.Pool => {
    const pool = new pg.Pool({ connectionString: url, max, application_name: 'sightline-locks' });
    // The next lock replaces an idle connection that breaks; without a listener the error would crash the process.
    pool.on('error', (error) => log.warn({ error: faultCode(error) }, 'a connection for locks was lost'));
    pool.on('connect', (connection) => connection.on('error', () => {}));
    return pool;
  };
  const [pool, nestedPool] = [open(CONNECTIONS), open(NESTED_CONNECTIONS)];
  return {
    async withLock(key, work, nested) {
      const client = await (nested === undefined ? pool : nestedPool).connect();
      let broken = false;
      try {
        await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${MAX_HELD_MS}`);
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 72707))', [key]);
        return await work();
      } finally {
        await client.query('COMMIT').catch(() => {
          broken = true;
        });
        client.release(broken);
      }
    },
    async close() {
      await Promise.all([pool.end(), nestedPool.end()]);
    },
  };
}
