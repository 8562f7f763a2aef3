import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanUpShots } from '../../server/domain/retention/clean-up-shots.ts';
import { asProcess } from '../support/another-process.ts';
import { stillClock } from '../support/clock.ts';
import { approvedReview, dataUrl, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { guestOf } from '../support/guest.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';

const clock = stillClock();
// Without a worker, which would clean up by itself.
const service = await startService({ ROLE: 'web' }, clock.now);
const client = await service.newClient();

const added = async (of: { review_url: string }, colour?: string) =>
  (await reviewerOf(of).call('add_reference_image', { image: await dataUrl(colour) })).reference_image_url;
const statusOf = async (url: string) => (await fetch(url)).status;

test('an image that a reviewer added is shown on its mark, in its packet and on the next pass, and can be removed', async () => {
  const made = await review(client);
  const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer();
  const image = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  const { reference_image_url: url } = await reviewerOf(made).call('add_reference_image', { image });
  await reviewerOf(made).call('place_mark', mark({ reference_image_url: url }));
  const answer = await fetch(url);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  const stored = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([stored.width, stored.height, stored.exif]).toEqual([30, 20, undefined]);

  const { review: rejected } = await reviewerOf(made).call('decide', {
    outcome: 'changes_requested',
    after_decision: 0,
  });
  expect([rejected.marks, rejected.work_packets.pins]).toMatchObject([
    [{ reference_image_url: url }],
    [{ reference_image_url: url }],
  ]);
  expect(JSON.stringify(await guestOf(made).call('read_guest_review', {}))).not.toContain(url);
  const second = await nextPass(client, made);
  expect(second.work_packets.pins).toMatchObject([{ reference_image_url: url }]);
  await reviewerOf(second).call('edit_mark', { mark_id: 1, body: 'In other words' });
  const { review: without } = await reviewerOf(second).call('edit_mark', { mark_id: 1, reference_image_url: null });
  expect(without.marks).toMatchObject([{ body: 'In other words', reference_image_url: null }]);
  // Undo
  const { review: again } = await reviewerOf(second).call('edit_mark', { mark_id: 1, reference_image_url: url });
  expect(again.marks).toMatchObject([{ reference_image_url: url }]);
});

test('an address is refused unless it is that of an image of this chain', async () => {
  const [made, other] = [await review(client), await review(client)];
  const others = await added(other);
  const [shot] = made.screenshots;
  for (const url of [others, 'https://example.com/a.png', shot?.url ?? '', await dataUrl(), `${others}/x`]) {
    const { status, body } = await refusal(reviewerOf(made).call('place_mark', mark({ reference_image_url: url })));
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'reference_image_url']);
  }
});

test.each([
  ['an address', 'https://example.com/a.png'],
  ['no image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ['no base64', 'data:image/png,%00'],
])('%s is refused as an image', async (_, image) => {
  const { status, body } = await refusal(reviewerOf(await review(client)).call('add_reference_image', { image }));
  expect([status, body.errors?.[0]?.path]).toEqual([422, 'image']);
});

test('an approved review takes no image', async () => {
  const { status } = await refusal(added(await approvedReview(client)));
  expect(status).toBe(409);
});

test('an image is deleted a day after no mark refers to it, or long after its review expired', async () => {
  const files = async (of: { id: string }) =>
    readdir(join(service.dataDir, 'shots', client.workspaceId, `after-${of.id}`)).catch(() => []);
  const cleanUp = () => asProcess(service, clock.now, (ports) => cleanUpShots(ports, async () => {}));
  const made = await rejectedReview(client, [{}]);
  const [sent, unsent, unused] = [await added(made), await added(made, '#00ff00'), await added(made, '#0000ff')];
  await reviewerOf(made).call('edit_mark', { mark_id: 1, reference_image_url: sent });
  await reviewerOf(made).call('decide', { outcome: 'changes_requested', after_decision: 1 });
  await reviewerOf(made).call('place_mark', mark({ reference_image_url: unsent }));
  await cleanUp();
  expect(await Promise.all([sent, unsent, unused].map(statusOf))).toEqual([200, 200, 200]);
  clock.aheadMs = 2 * 86_400_000;
  await cleanUp();
  expect(await Promise.all([sent, unsent, unused].map(statusOf))).toEqual([200, 200, 404]);
  expect(await files(made)).toHaveLength(2);
  clock.aheadMs = 70 * 86_400_000;
  await cleanUp();
  expect(await Promise.all([sent, unsent].map(statusOf))).toEqual([404, 404]);
  expect(await files(made)).toEqual([]);
  const [kept] = (await client.call('get_review', { id: made.id })).marks;
  expect(kept).toMatchObject({ body: 'The button is too pale', reference_image_url: null });
  clock.aheadMs = 0;
});
