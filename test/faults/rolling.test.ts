import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDatabase } from '../api/db/support/empty-database.ts';
import { approvedReview, decide, marksOf, nextPass, rejectedReview } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { migrationsIn, takenAway } from './support/additive.ts';
import { copyRows } from './support/copy-rows.ts';

// `npm run faults -- rolling` runs the version before and this one together.

const root = resolve(import.meta.dirname, '../..');
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

test('what the version before wrote is all there and goes on, once this one has migrated the database', async () => {
  const database = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  await cp(join(root, 'server/db/migrations'), folder, { recursive: true });
  const last = (await migrationsIn(folder)).at(-1)?.name ?? '';
  await rm(join(folder, last), { recursive: true });
  await migrate(database.url, folder);

  const before = await startService();
  const client = await before.newClient();
  const rejected = await rejectedReview(client, [{ body: 'Too pale' }]);
  const approved = await approvedReview(client);
  await copyRows(before.databaseUrl, database.url);
  const { url: BASE_URL, dataDir: DATA_DIR } = before;

  // The same address, as of the next process at the same place.
  const after = await startService({ DATABASE_URL: database.url, DATA_DIR, BASE_URL });
  try {
    const applied = await database.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations');
    expect(applied.map(({ name }) => name)).toContain(last);
    const here = <T extends { review_url: string }>(of: T): T => ({
      ...of,
      review_url: of.review_url.replace(BASE_URL, after.url),
    });
    const there = createClient({ baseUrl: after.url, bearer: client.token });
    for (const { id } of [rejected, approved]) {
      expect(await there.call('get_review', { id })).toEqual(await client.call('get_review', { id }));
    }
    expect((await marksOf(here(rejected)))[1]).toMatchObject({ body: 'Too pale', status: 'open' });
    const [shot] = rejected.screenshots;
    expect((await fetch((shot?.url ?? '').replace(BASE_URL, after.url))).status).toBe(200);

    const again = await decide(here(approved), 'changes_requested');
    expect(again.review.decision).toMatchObject({ number: 2, outcome: 'changes_requested' });
    const next = await nextPass(there, rejected);
    expect(next).toMatchObject({ pass: 2, status: 'open', marks: [{ id: 1, body: 'Too pale' }] });
  } finally {
    await after.close();
    await before.close();
    await rm(folder, { recursive: true });
    await database.drop();
  }
});
