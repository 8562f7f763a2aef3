import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import { checkShot, loseOpinion } from '../../../server/domain/second-opinion/check-shot.ts';
import { holdChecks, newestJob } from '../../api/support/opinion-jobs.ts';
import { sql } from '../../api/support/sql.ts';
import { portsOf } from '../../support/another-process.ts';
import { review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

let client: Client;
/** A web process without a worker. Its jobs stay in the queue, and the tests run them. */
const service = await startService({ ROLE: 'web' });
const other = await portsOf(service);
beforeEach(async () => {
  client = await service.newClient();
});

const jobOf = (of: { id: string }, index?: number) => newestJob(service, of, index);
const read = (of: { id: string }) => client.call('get_review', { id: of.id });
const asked = async (of: { id: string }, skip_rules: string[] = []) => {
  await client.call('second_opinion', { id: of.id, skip_rules });
  return jobOf(of);
};

test('ten concurrent checks of one screenshot report everything once', async () => {
  const made = await review(client);
  const job = await asked(made);
  await Promise.all(Array.from({ length: 10 }, () => checkShot(other.ports, job, false)));
  const once = await read(made);
  expect(once.findings).toMatchObject([{ id: 1, rule: 'blank-picture' }]);
  await Promise.all(Array.from({ length: 10 }, () => checkShot(other.ports, job, false)));
  expect((await read(made)).findings).toEqual(once.findings);
  console.log('20 looks at one screenshot, 10 at a time: 1 finding, number 1');
});

test('ten concurrent requests leave one job, with the number ten', async () => {
  const made = await review(client);
  await Promise.all(Array.from({ length: 10 }, () => client.call('second_opinion', { id: made.id })));
  expect(await jobOf(made)).toMatchObject({ asked: 10 });
  const rows = await sql(service, "SELECT 1 FROM sightline_queue.job WHERE data->>'reviewId' = $1", [made.id]);
  expect(rows).toHaveLength(1);
});

test('deleting a review during its check causes no error', async () => {
  const made = await review(client);
  const job = await asked(made);
  const { ports, begun, go } = holdChecks(other.ports);
  const looking = checkShot(ports, job, false);
  await begun;
  await client.call('delete_review', { id: made.id });
  go();
  await looking;
  await checkShot(other.ports, job, true);
  await loseOpinion(other.ports, job);
  expect(await sql(service, 'SELECT 1 FROM finding WHERE review_id = $1', [made.id])).toEqual([]);
});

test('a check that never ends is stopped on the first try', async () => {
  const made = await review(client);
  const job = await asked(made);
  const storage: Ports['storage'] = { ...other.ports.storage, get: () => new Promise(() => {}) };
  await checkShot({ ...other.ports, storage }, job, false, 50);
  expect((await read(made)).second_opinion).toMatchObject({ waiting: 0, failed: 1 });
});

test('a worker handles the dead letters from before its start', async () => {
  const made = await review(client);
  await asked(made);
  await sql(
    service,
    "UPDATE sightline_queue.job SET name = 'second_opinion_lost' WHERE name = 'second_opinion' AND data->>'reviewId' = $1",
    [made.id],
  );
  const worker = await startService({ ROLE: 'worker', DATABASE_URL: service.databaseUrl });
  const failed = async () => (await read(made)).second_opinion?.failed;
  await expect.poll(failed, { interval: 20 }).toBe(1);
  await worker.close();
});
