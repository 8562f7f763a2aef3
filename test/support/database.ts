import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { closeOnce } from './file-end.ts';

export const templateDatabase = 'sightline_template';

/** Returns the test server's address with another database. */
export function urlOf(database: string): string {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL === undefined) throw new Error('Run tests with `npm test`: it starts their PostgreSQL.');
  const url = new URL(TEST_DATABASE_URL);
  url.pathname = `/${database}`;
  return url.toString();
}

let admin: pg.Pool | undefined;

/** Runs a statement on a connection that this process keeps: opening one costs more than copying a database. */
async function asAdmin(sql: string): Promise<void> {
  admin ??= new pg.Pool({ connectionString: urlOf('sightline'), idleTimeoutMillis: 0, allowExitOnIdle: true });
  await admin.query(sql);
}

/** Creates a migrated database. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes a sixth of the work of the default strategy, which logs every page.
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY file_copy`);
  return { url: urlOf(name), drop: closeOnce(() => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)) };
}
