import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../../app/log.ts';
import { type Database, openDatabase } from '../../../app/store/database.ts';
import { migrate } from '../../../app/store/migrate.ts';
import { useToken } from '../../../app/store/used-tokens.ts';
import { createTestDatabase } from '../../support/database.ts';

describe('the database', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: Database;
  beforeAll(async () => {
    created = await createTestDatabase();
    await Promise.all(Array.from({ length: 8 }, () => migrate(created.url)));
    database = openDatabase(created.url, createLog('error'));
  });
  afterAll(async () => {
    await database.close();
    await created.drop();
  });

  test('is migrated once by eight processes at once, in a schema of its own', async () => {
    const files = await readdir(new URL('../../../app/store/migrations/', import.meta.url));
    expect(files).toContain('0001-registrations.sql');
    const rows = await database.query<{ name: string }>('select name from sightline_app.migration order by name');
    expect(rows.map((row) => row.name)).toEqual(files.sort());
    const client = new pg.Client({ connectionString: created.url });
    await client.connect();
    const tables = await client.query(
      `select table_name from information_schema.tables where table_schema = 'sightline_app'`,
    );
    await client.end();
    const sql = await Promise.all(
      files.map((file) => readFile(new URL(`../../../app/store/migrations/${file}`, import.meta.url), 'utf8')),
    );
    const made = [...sql.join('\n').matchAll(/create table (\w+)/g)].map(([, name = '']) => name);
    expect(made).toContain('registration');
    expect(tables.rows.map((row) => row.table_name).sort()).toEqual(['migration', ...made].sort());
  });

  test('refuses to go on when a migration was changed afterwards', async () => {
    await database.query(`update sightline_app.migration set checksum = 'another'`);
    await expect(migrate(created.url)).rejects.toThrow('was changed after it had been applied');
  });

  test('lets a token be used once, whoever comes at the same time', async () => {
    const used = await Promise.all(Array.from({ length: 40 }, () => useToken(database, 'the same', Date.now() / 1000)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  test('lets one at a time hold a lock, and forty wait for it without running dry', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await database.query('select 1');
      inside--;
    };
    await Promise.all(Array.from({ length: 40 }, () => database.withLock('one', work)));
    expect(most).toBe(1);
  });
});
