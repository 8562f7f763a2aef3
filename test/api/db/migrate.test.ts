import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startChild } from './support/child.ts';
import { type EmptyDatabase, emptyDatabase } from './support/empty-database.ts';

const folder = resolve(import.meta.dirname, '../../../server/db/migrations');
const database = await emptyDatabase();

const tablesOf = async ({ query }: EmptyDatabase) => {
  const text = `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`;
  return (await query<{ name: string }>(text)).map(({ name }) => name);
};

test('five concurrent starts apply each migration once, recorded as Prisma does; later ones do nothing', async () => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(applied.flat().sort()).toEqual(names);
  const rows = await database.query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
  expect(rows).toHaveLength(names.length);
  for (const [at, name] of names.entries()) {
    const text = await readFile(join(folder, name, 'migration.sql'));
    expect(rows[at]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      migration_name: name,
      checksum: createHash('sha256').update(text).digest('hex'),
      finished_at: expect.any(Date),
      rolled_back_at: null,
      applied_steps_count: 1,
    });
  }
  const made = await tablesOf(database);
  expect(made).toContain('review');
  expect(await migrate(database.url)).toEqual([]);
  expect(await tablesOf(database)).toEqual(made);
});

test('the table of rate limits is unlogged, because losing it in a crash only resets limits', async () => {
  const rows = await database.query(`SELECT relpersistence FROM pg_class WHERE relname = 'rate_window'`);
  expect(rows).toEqual([{ relpersistence: 'u' }]);
});

test('every table with tenant data has a workspace_id', async () => {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'workspace_id')
     ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    '_prisma_migrations',
    // A sign-in starts before its workspace is known.
    'connect_sign_in',
    // The App's rows belong to a repository on GitHub.
    'github_app',
    'github_check_run',
    'github_hand_off',
    'github_pull_request',
    'github_pusher',
    'github_registration',
    'github_reviewer_access',
    'installation',
    // Clients register before their workspace is known, and a used assertion does not name one.
    'oauth_client',
    'rate_window',
    'used_assertion',
    'worker_heartbeat',
    'workspace',
  ]);
});

test('a failed migration rolls back and can be fixed, a changed one is refused, newer ones are kept', async () => {
  const own = await emptyDatabase();
  const copy = await temporaryFolder('sightline-migrations-');
  const write = async (name: string, text: string) => {
    await mkdir(join(copy, name), { recursive: true });
    await writeFile(join(copy, name, 'migration.sql'), text);
  };
  await write('0001_good', 'CREATE TABLE good (id int)');
  await write('0002_bad', 'CREATE TABLE half (id int); SELECT nothing_like_this()');
  await expect(migrate(own.url, copy)).rejects.toThrow('nothing_like_this');
  expect(await tablesOf(own)).toEqual(['_prisma_migrations', 'good']);
  await write('0002_bad', 'CREATE TABLE half (id int)');
  expect(await migrate(own.url, copy)).toEqual(['0002_bad']);

  const older = `${copy}-older`;
  await cp(join(copy, '0001_good'), join(older, '0001_good'), { recursive: true });
  expect(await migrate(own.url, older)).toEqual([]);
  expect(await tablesOf(own)).toContain('half');

  await write('0001_good', 'CREATE TABLE good (id int) -- changed');
  await write('0003_more', 'CREATE TABLE more (id int)');
  await expect(migrate(own.url, copy)).rejects.toThrow('0001_good was changed');
  expect(await tablesOf(own)).not.toContain('more');
  for (const path of [copy, older]) await rm(path, { recursive: true });
  await own.drop();
});

test('the migrations produce the schema', async () => {
  const child = startChild(`process.argv[2] = '--check'; await import('${folder}/../author-migration.ts');`);
  expect(await child.line()).toContain('agree');
  expect(await child.ended()).toBe(0);
});
