import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { breakingIn, migrationsIn } from './additive.ts';

const root = resolve(import.meta.dirname, '../../..');
test('no migration removes what the previous version needs', async () => {
  const migrations = await migrationsIn(join(root, 'server/db/migrations'));
  expect(migrations.length).toBeGreaterThan(0);
  for (const { name, sql } of migrations) expect([name, breakingIn(sql)]).toEqual([name, []]);
});

test.each([
  ['ALTER TABLE a DROP COLUMN b', 'DROP COLUMN b'],
  ['ALTER TABLE a ALTER b TYPE text', 'ALTER b TYPE text'],
  ['ALTER TABLE a ALTER COLUMN b SET NOT NULL', 'ALTER COLUMN b SET NOT NULL'],
  ['ALTER TABLE a ALTER b DROP DEFAULT', 'ALTER b DROP DEFAULT'],
  ['ALTER TABLE a ADD COLUMN c int,\nADD COLUMN b int NOT NULL', 'ADD COLUMN b int NOT NULL'],
  ['ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)', 'ADD CONSTRAINT c CHECK (b > 0)'],
  ['ALTER TABLE a RENAME b TO c', 'RENAME b TO c'],
  ['ALTER TABLE a RENAME TO b', 'RENAME TO b'],
  ['CREATE UNIQUE INDEX i ON a (b)', 'CREATE UNIQUE INDEX i ON a (b)'],
  ['DROP TABLE a', 'DROP TABLE a'],
  ['DELETE FROM a', 'DELETE FROM a'],
])('%s is reported', (sql, what) => {
  expect(breakingIn(sql)).toEqual([what]);
});

test.each([
  'ALTER TABLE a ADD COLUMN b int',
  'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 3, ALTER c DROP NOT NULL',
  'CREATE TABLE a (b int NOT NULL); CREATE UNIQUE INDEX i ON a (b); ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)',
  'CREATE INDEX i ON a (b)',
  'CREATE STATISTICS s (mcv) ON b, c FROM a',
  'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; END $$',
])('%s is accepted', (sql) => {
  expect(breakingIn(sql)).toEqual([]);
});
