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

/** One PostgreSQL for the whole run, with a template that each test's database is copied from: migrated, with the queue. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
  await chmod(folder, 0o755);
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
    // What runs by its own time decides no test, and copies of the template need no log.
    ...{ autovacuum: 'off', jit: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB' },
  };
  const postgres = await startEmbeddedPostgres({ folder, settings });
  process.env.TEST_DATABASE_URL = postgres.url;
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateDatabase}`);
  await admin.end();
  await migrate(urlOf(templateDatabase));
  // Else every service of every test makes the queue's tables anew.
  const queue = await startQueue(urlOf(templateDatabase), pino({ level: 'silent' }), false, serviceJobs(1));
  await queue.stop(1000);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
