import { afterEach, expect, test } from 'vitest';
import type { Review } from '../../../server/contract/review.ts';
import { refusal } from '../../api/support/rest-and-mcp.ts';
import { startSlowImages } from '../../api/support/slow-images.ts';
import { sql } from '../../api/support/sql.ts';
import { nextPass, review, reviewerOf } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' });
const slowImages = await startSlowImages();
afterEach(() => slowImages.letThrough());

const withdraw = (of: Review) => reviewerOf(of).call('withdraw_review', {});
const restore = (of: Review) => reviewerOf(of).call('restore_review', {});
const statusOf = async (of: Review) => (await reviewerOf(of).call('read_review', {})).review.status;

test('another pass that took the place keeps it', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const second = await nextPass(client, first);
  await withdraw(second);
  const other = await nextPass(client, first);
  expect((await refusal(restore(second))).body.message).toContain('Another pass');
  expect(await statusOf(second)).toBe('cancelled');
  await withdraw(other);
  expect((await restore(second)).review.status).toBe('open');
});

test('closing withdraws the newest pass first, and reopening restores it alone', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const second = await nextPass(client, first);
  await withdraw(second);
  await withdraw(first);
  expect((await restore(second)).review.status).toBe('open');
  expect((await refusal(restore(first))).body.message).toContain('later pass');
});

test('a review withdrawn during capture continues if restored at once; later it fails with a refund', async () => {
  slowImages.hold();
  const client = await service.newClient();
  const begun = async () => {
    const before = slowImages.received.length;
    const made = await review(client, { images: [`${slowImages.url}/slow.png`] });
    await expect.poll(() => slowImages.received.length).toBeGreaterThan(before);
    return made;
  };
  const going = await begun();
  await withdraw(going);
  await restore(going);
  const late = await begun();
  await withdraw(late);
  const paid = (await client.call('get_billing', {})).credits.left;
  slowImages.letThrough();
  await expect.poll(() => statusOf(going)).toBe('open');
  const given = () =>
    sql(service, "SELECT 1 FROM shot_request WHERE review_id = $1 AND status = 'given_up'", [late.id]);
  await expect.poll(async () => (await given()).length).toBe(1);
  expect((await restore(late)).review).toMatchObject({
    status: 'failed',
    next_action: { action: 'fix_source_and_retry' },
  });
  expect((await client.call('get_billing', {})).credits.left).toBe((paid ?? 0) + 1);
});

test('ten concurrent withdrawals and restorations leave one consistent state', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const second = await nextPass(client, first);
  await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? restore(second) : withdraw(second))));
  expect(['open then cancelled', 'superseded then open']).toContain(
    `${await statusOf(first)} then ${await statusOf(second)}`,
  );
});
