import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsIn, takenAway } from '../../faults/support/additive.ts';

const root = resolve(import.meta.dirname, '../../..');
const folders = ['server/db/migrations', 'app/store/migrations'];

/** What is not only added to, and why the version before could live with it. */
const lived: Record<string, string[]> = {
  // Of a column that is new, which the version before leaves empty; and filling another one.
  '0002_captures_and_documents': ['mark: a unique index', 'UpdateStmt mark'],
  // Has checks and comments written once more.
  '0002-life-of-checks.sql': ['UpdateStmt check_run', 'UpdateStmt registration'],
};

test.each(folders)('no migration in %s takes away what the version before needs', async (folder) => {
  const migrations = await migrationsIn(join(root, folder));
  expect(migrations.length).toBeGreaterThan(1);
  for (const { name, sql } of migrations) expect([name, await takenAway(sql)]).toEqual([name, lived[name] ?? []]);
});

test.each([
  ['ALTER TABLE a DROP COLUMN b', 'a: AT_DropColumn b'],
  ['ALTER TABLE a ALTER b TYPE text', 'a: AT_AlterColumnType b'],
  ['ALTER TABLE a ALTER b SET NOT NULL', 'a: AT_SetNotNull b'],
  ['ALTER TABLE a ALTER b DROP DEFAULT', 'a: AT_ColumnDefault b'],
  ['ALTER TABLE a ADD COLUMN b int NOT NULL', 'a.b: required, without a default'],
  ['ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)', 'a: AT_AddConstraint'],
  ['ALTER TABLE a RENAME b TO c', 'RenameStmt a'],
  ['ALTER TABLE a RENAME TO b', 'RenameStmt a'],
  ['CREATE UNIQUE INDEX i ON a (b)', 'a: a unique index'],
  ['DROP TABLE a', 'DropStmt'],
  ['DELETE FROM a', 'DeleteStmt a'],
])('%s is noticed', async (sql, what) => {
  expect(await takenAway(sql)).toEqual([what]);
});

test.each([
  'ALTER TABLE a ADD COLUMN b int',
  'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 3, ALTER c DROP NOT NULL',
  'CREATE TABLE a (b int NOT NULL); CREATE UNIQUE INDEX i ON a (b); ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)',
  'CREATE INDEX i ON a (b)',
])('%s is nobody’s loss', async (sql) => {
  expect(await takenAway(sql)).toEqual([]);
});
