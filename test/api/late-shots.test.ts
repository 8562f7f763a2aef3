import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import { decide, nextPass, review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { type SlowImages, startSlowImages } from './support/slow-images.ts';
import { sql } from './support/sql.ts';

let service: TestService;
let slowImages: SlowImages;
let client: Client;
beforeAll(async () => {
  service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' });
  slowImages = await startSlowImages();
});
afterAll(async () => {
  slowImages.letThrough();
  await service.close();
  await slowImages.close();
});
beforeEach(async () => {
  slowImages.hold();
  client = await service.newClient();
});

const asked = (id: string) =>
  sql<{ status: string; problem: string | null }>(
    service,
    'SELECT status, problem FROM shot_request WHERE review_id = $1',
    [id],
  );

/** Lets the image through once it is requested, and waits for the outcome of its job. */
async function letThrough(id: string): Promise<{ status: string; problem: string | null } | undefined> {
  slowImages.letThrough();
  await expect.poll(async () => (await asked(id))[0]?.status).not.toBe('waiting');
  return (await asked(id))[0];
}

const fetching = async (count: number) => expect.poll(() => slowImages.received.length).toBeGreaterThanOrEqual(count);

test('a screenshot that arrives after the decision is not part of what was decided', async () => {
  const made = await review(client);
  const seen = slowImages.received.length;
  await client.call('add_screenshot', { id: made.id, image: `${slowImages.url}/slow.png`, label: 'Late' });
  await fetching(seen + 1);
  const { review: decided } = await decide(made, 'approved');
  expect(await letThrough(made.id)).toEqual({ status: 'given_up', problem: 'The review is approved.' });
  const now = await client.call('get_review', { id: made.id });
  expect(now.screenshots).toEqual(decided.screenshots);
  expect(now.problems).toEqual([{ label: 'Late', message: 'The review is approved.' }]);
});

test('a screenshot that arrives after its review was cancelled is discarded', async () => {
  const seen = slowImages.received.length;
  const made = await review(client, { images: [`${slowImages.url}/slow.png`] });
  await fetching(seen + 1);
  await client.call('cancel_review', { id: made.id });
  expect(await letThrough(made.id)).toMatchObject({ status: 'given_up' });
  expect((await client.call('get_review', { id: made.id })).screenshots).toEqual([]);
  expect((await client.call('get_review', { id: made.id })).status).toBe('cancelled');
});

test('a screenshot that arrives after a later pass opened is kept for the comparison', async () => {
  const seen = slowImages.received.length;
  const made = await review(client, { images: [`${slowImages.url}/slow.png`] });
  await fetching(seen + 1);
  const second = await nextPass(client, made);
  expect(await letThrough(made.id)).toEqual({ status: 'made', problem: null });
  const now = await client.call('get_review', { id: made.id });
  expect(now).toMatchObject({ status: 'superseded', next_pass_id: second.id, screenshots: [{ index: 0 }] });
});

test('a screenshot that arrives in time opens the review', async () => {
  const made = await review(client, { images: [`${slowImages.url}/slow.png`] });
  expect(made).toMatchObject({ status: 'preparing', next_action: { action: 'wait_for_screenshots' } });
  expect(made.next_action.summary).toContain('0 of 1');
  expect(await letThrough(made.id)).toEqual({ status: 'made', problem: null });
  expect((await client.call('get_review', { id: made.id })).status).toBe('open');
});

test('slow captures of one workspace do not block another’s', async () => {
  const hostile = { title: 'Slow', images: Array.from({ length: 4 }, (_, at) => `${slowImages.url}/slow-${at}.png`) };
  const before = slowImages.received.length;
  for (let made = 0; made < 2; made += 1) await client.call('create_review', hostile);
  await fetching(before + 2);
  const other = await service.newClient();
  const light = await other.call('create_review', { title: 'Light', images: [`${slowImages.url}/light.png`] });
  const begun = (): string[] => slowImages.received.slice(before).map(({ path }) => path);
  await expect.poll(begun).toContain('/light.png');
  expect(begun()).toHaveLength(3);
  await letThrough(light.id);
});
