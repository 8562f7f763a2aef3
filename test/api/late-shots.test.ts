import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import { decide, nextPass, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { startSlowImages } from './support/slow-images.ts';
import { sql } from './support/sql.ts';

let client: Client;
const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' });
const slowImages = await startSlowImages();
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
  const { review: decided } = await decide(made, 'changes_requested');
  const message = 'The review was decided before this screenshot was made.';
  expect(await letThrough(made.id)).toEqual({ status: 'given_up', problem: message });
  const now = await client.call('get_review', { id: made.id });
  expect(now.screenshots).toEqual(decided.screenshots);
  expect(now.problems).toEqual([{ label: 'Late', message }]);
});

test('a restored review says which screenshot came while it was withdrawn', async () => {
  const made = await review(client);
  const seen = slowImages.received.length;
  await client.call('add_screenshot', { id: made.id, image: `${slowImages.url}/slow.png`, label: 'Late' });
  await fetching(seen + 1);
  await reviewerOf(made).call('withdraw_review', {});
  await letThrough(made.id);
  const { review: restored } = await reviewerOf(made).call('restore_review', {});
  const message = 'The review was withdrawn before this screenshot was made.';
  expect(restored).toMatchObject({ status: 'open', problems: [{ label: 'Late', message }] });
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

test('a baseline that fails as two requests complete it returns its credits once', async () => {
  const of = { repository: 'shop/web', name: 'visual', branch: 'main', commit: 'c'.repeat(40) };
  const left = async () => (await client.call('get_billing', {})).credits.left;
  const before = await left();
  const images = [`${slowImages.url}/missing.png`];
  const { id } = await client.call('create_baseline', { ...of, images, complete: false });
  await expect.poll(async () => (await asked(id))[0]?.status).toBe('given_up');
  expect(await left()).toBe((before ?? 0) - 1);
  const holder = await hold(service);
  await holder.query('SELECT 1 FROM chain WHERE id = $1 FOR UPDATE', [id]);
  const both = [1, 2].map(() => client.call('add_to_baseline', { id, complete: true }));
  await holder.untilBlocking(2);
  await holder.end('COMMIT');
  await Promise.all(both);
  expect(await left()).toBe(before);
});
