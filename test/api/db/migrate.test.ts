import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { startChild } from './support/child.ts';
import { type EmptyDatabase, emptyDatabase } from './support/empty-database.ts';

const folder = resolve(import.meta.dirname, '../../../server/db/migrations');
let database: EmptyDatabase;
let copy: string;
let names: string[];
beforeEach(async () => {
  database = await emptyDatabase();
  copy = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  await cp(folder, copy, { recursive: true });
  const entries = await readdir(folder, { withFileTypes: true });
  names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  names.sort();
});
afterEach(async () => {
  await database.drop();
  await rm(copy, { recursive: true });
});

const tables = async () =>
  (
    await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    )
  ).map(({ name }) => name);
const addMigration = async (name: string, sql: string) => {
  await cp(join(folder, names[0] ?? ''), join(copy, name), { recursive: true });
  await writeFile(join(copy, name, 'migration.sql'), sql);
};

test('an empty database gets everything once, the second run applies nothing', async () => {
  expect(await migrate(database.url)).toEqual(names);
  const made = await tables();
  expect(made).toContain('review');
  expect(await migrate(database.url)).toEqual([]);
  expect(await tables()).toEqual(made);
});

test('what was applied is written down as Prisma itself does', async () => {
  await migrate(database.url);
  const rows = await database.query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
  for (const [at, name] of names.entries()) {
    const sql = await readFile(join(folder, name, 'migration.sql'));
    expect(rows[at]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      migration_name: name,
      checksum: createHash('sha256').update(sql).digest('hex'),
      finished_at: expect.any(Date),
      rolled_back_at: null,
      applied_steps_count: 1,
    });
  }
});

test('five clients at once apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(applied.flat().sort()).toEqual(names);
  expect(await database.query('SELECT 1 FROM _prisma_migrations')).toHaveLength(names.length);
});

test('five processes at once apply each migration once', async () => {
  const code = `
    import { migrate } from 'server/db/migrate.ts';
    console.log(JSON.stringify(await migrate(process.env.URL_OF_DATABASE)));`;
  const children = Array.from({ length: 5 }, () => startChild(code, { URL_OF_DATABASE: database.url }));
  const lines = await Promise.all(children.map((child) => child.line()));
  expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0, 0, 0]);
  expect(lines.flatMap((line) => JSON.parse(line) as string[]).sort()).toEqual(names);
});

test('a migration that was changed after it was applied is refused by its name', async () => {
  await migrate(database.url, copy);
  const file = join(copy, names[0] ?? '', 'migration.sql');
  await writeFile(file, `${await readFile(file, 'utf8')}\n-- changed`);
  await addMigration('9999_more', 'CREATE TABLE more (id int)');
  await expect(migrate(database.url, copy)).rejects.toThrow(`${names[0]} was changed`);
  expect(await tables()).not.toContain('more');
});

test('a migration that fails leaves nothing of itself, and can be mended', async () => {
  await addMigration('9998_good', 'CREATE TABLE good (id int)');
  await addMigration('9999_bad', 'CREATE TABLE half (id int); SELECT nothing_like_this()');
  await expect(migrate(database.url, copy)).rejects.toThrow('nothing_like_this');
  expect(await tables()).toContain('good');
  expect(await tables()).not.toContain('half');
  await writeFile(join(copy, '9999_bad', 'migration.sql'), 'CREATE TABLE half (id int)');
  expect(await migrate(database.url, copy)).toEqual(['9999_bad']);
});

test('a database that is newer than the program is left as it is', async () => {
  await addMigration('9999_more', 'CREATE TABLE more (id int)');
  await migrate(database.url, copy);
  expect(await migrate(database.url)).toEqual([]);
  expect(await tables()).toContain('more');
});

test('the rate limits’ table is not logged: losing it on a crash only forgives', async () => {
  await migrate(database.url);
  const rows = await database.query(`SELECT relpersistence FROM pg_class WHERE relname = 'rate_window'`);
  expect(rows).toEqual([{ relpersistence: 'u' }]);
});

test('every table of a tenant names its workspace', async () => {
  await migrate(database.url);
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'workspace_id')
     ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    '_prisma_migrations',
    // Nobody knows a workspace yet when a person goes to sign in.
    'connect_sign_in',
    'installation',
    // Clients register before anybody knows a workspace; what was used once says nothing of whose it is.
    'oauth_client',
    'rate_window',
    'used_assertion',
    'worker_heartbeat',
    'workspace',
  ]);
});

test('the migrations and the schema agree', async () => {
  const child = startChild(`process.argv[2] = '--check'; await import('${folder}/../author-migration.ts');`);
  expect(await child.line()).toContain('agree');
  expect(await child.ended()).toBe(0);
});
