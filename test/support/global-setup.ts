import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres/index.ts';
import { startQueue } from '../../server/adapters/queue/index.ts';
import { migrate } from '../../server/db/migrate.ts';
import { serviceJobs } from '../../server/domain/jobs.ts';
import { templateDatabase, urlOf } from './database.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4e9;

/** Returns a folder in memory if there is enough: a long run copies a database in 20 ms there, on a disk in up to 400. */
async function roomyFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** Starts one PostgreSQL for the whole run, with a migrated template, including the queue, for each test's database. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await roomyFolder(), 'sightline-test-'));
  await chmod(folder, 0o755);
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
    // Timed background work must not affect tests, and copies of the template need no log.
    ...{ autovacuum: 'off', jit: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '1GB' },
  };
  const postgres = await startEmbeddedPostgres({ folder, settings });
  process.env.TEST_DATABASE_URL = postgres.url;
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateDatabase}`);
  await admin.end();
  await migrate(urlOf(templateDatabase));
  // Otherwise every service of every test would create the queue's tables.
  const queue = await startQueue(urlOf(templateDatabase), pino({ level: 'silent' }), false, serviceJobs(1));
  await queue.stop(1000);
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  // Vite ends the process at this signal without Vitest’s teardown, and the server would outlive it.
  process.removeAllListeners('SIGTERM').once('SIGTERM', () => void stop().finally(() => process.exit(143)));
  return stop;
}
