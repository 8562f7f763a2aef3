import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres/index.ts';
import { startQueue } from '../../server/adapters/queue/index.ts';
import { migrate } from '../../server/db/migrate.ts';
import { serviceJobs } from '../../server/domain/jobs.ts';
import { templateDatabase, urlOf } from './database.ts';

/** Starts one PostgreSQL for the whole run, with a migrated template, including the queue, for each test's database. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
  await chmod(folder, 0o755);
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
    // Timed background work must not affect tests, and copies of the template need no log.
    ...{ autovacuum: 'off', jit: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB' },
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
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
