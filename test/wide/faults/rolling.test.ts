import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { emptyDatabase } from '../../api/db/support/empty-database.ts';
import { migrationsIn } from '../../faults/support/additive.ts';
import { copyRows } from '../../faults/support/copy-rows.ts';
import { approvedReview, decide, marksOf, nextPass, rejectedReview } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

// `npm run faults -- rolling` runs the version before and this one together.

const root = resolve(import.meta.dirname, '../../..');
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
