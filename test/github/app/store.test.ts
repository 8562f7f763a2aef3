import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../../app/log.ts';
import { type Database, openDatabase } from '../../../app/store/database.ts';
import { migrate } from '../../../app/store/migrate.ts';
import { createSecretBox } from '../../../app/store/secret-box.ts';
import { useToken } from '../../../app/store/used-tokens.ts';
import { createTestDatabase } from '../../support/database.ts';

describe('the secret box', () => {
  const box = createSecretBox(['the first key of all']);

  test('gives back what it holds to its owner only', () => {
    const sealed = box.seal('a secret', '1:a');
    expect(sealed).not.toContain('a secret');
    expect(box.open(sealed, '1:a')).toBe('a secret');
    expect(() => box.open(sealed, '1:b')).toThrow();
    expect(box.seal('a secret', '1:a')).not.toBe(sealed);
    const [id, nonce, tag = '', secret] = sealed.split('.');
    const cut = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => box.open([id, nonce, cut, secret].join('.'), '1:a')).toThrow();
  });

  test('opens old boxes after a rotation, and none without their key', () => {
    const sealed = box.seal('a secret', '1:a');
    expect(createSecretBox(['a new key entirely', 'the first key of all']).open(sealed, '1:a')).toBe('a secret');
    expect(() => createSecretBox(['a new key entirely']).open(sealed, '1:a')).toThrow('No key in SECRET_KEY fits');
  });

  test('notices a changed box', () => {
    const [key, nonce, tag, sealed = ''] = box.seal('a secret', '1:a').split('.');
    const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
    expect(() => box.open([key, nonce, tag, changed].join('.'), '1:a')).toThrow();
  });
});

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
