import { expect, test } from 'vitest';
import { base64, mark, marksOf, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { type ApiCaller, refusal } from './support/rest-and-mcp.ts';
import { startSlowImages } from './support/slow-images.ts';
import { sql } from './support/sql.ts';

const slowImages = await startSlowImages();

const statusOf = async (caller: ApiCaller, id: string) => (await caller.call('get_review', { id })).status;

const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' });

const settled = (caller: ApiCaller, id: string) => expect.poll(() => statusOf(caller, id)).not.toBe('preparing');

test('a next pass counts up, appears at its parent and keeps its reference', async () => {
  const caller = await service.newClient();
  const first = await rejectedReview(caller, [{}], { reference: 'shop#1', revision: 'a' });
  const second = await nextPass(caller, first, { revision: 'b' });
  expect(second).toMatchObject({ pass: 2, parent_id: first.id, reference: 'shop#1', revision: 'b', status: 'open' });
  const parent = await caller.call('get_review', { id: first.id });
  expect(parent).toMatchObject({ next_pass_id: second.id, status: 'changes_requested', pass: 1 });
  const { reviews } = await caller.call('list_reviews', {});
  for (const shown of [parent, reviews.find(({ id }) => id === first.id)]) {
    expect(shown?.next_action.action).toBe('see_latest_pass');
  }
  expect(new Set([first, second].flatMap((each) => [each.review_url, each.guest_share_url])).size).toBe(4);
  const other = await nextPass(caller, second, { reference: 'shop#2' });
  expect(other).toMatchObject({ pass: 3, reference: 'shop#2' });
});

test('an undecided pass is superseded when the next one opens', async () => {
  const caller = await service.newClient();
  const first = await review(caller);
  const second = await nextPass(caller, first);
  expect(await caller.call('get_review', { id: first.id })).toMatchObject({
    status: 'superseded',
    next_pass_id: second.id,
    next_action: { action: 'see_latest_pass' },
  });
  const view = await reviewerOf(first).call('read_review', {});
  expect(view.newest).toEqual({ id: second.id, pass: 2, review_url: second.review_url });
  expect(view.can).toEqual({ mark: false, decide: false, change_mind: false, verify: false, reply: false });
  expect((await reviewerOf(second).call('read_review', {})).previous).toMatchObject({ id: first.id, pass: 1 });
});

test('a parent keeps its status while the next pass is being made', async () => {
  const caller = await service.newClient();
  slowImages.hold();
  const first = await review(caller);
  const second = await nextPass(caller, first, { images: [`${slowImages.url}/slow.png`] });
  expect(second.status).toBe('preparing');
  expect(await statusOf(caller, first.id)).toBe('open');
  const late = await reviewerOf(first).call('place_mark', mark({ body: 'Seen late' }));
  expect(late.review.marks).toHaveLength(1);
  slowImages.letThrough();
  await settled(caller, second.id);
  expect(await statusOf(caller, first.id)).toBe('superseded');
  expect((await marksOf(second))[1]?.body).toBe('Seen late');
});

test('a second next pass is refused with the id of the first', async () => {
  const caller = await service.newClient();
  const first = await review(caller);
  const second = await nextPass(caller, first);
  const { status, body } = await refusal(nextPass(caller, first));
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: 'invalid_state', next_pass_id: second.id });
});

test('of ten concurrent next passes one is made, and nine refusals name it', async () => {
  const caller = await service.newClient();
  const first = await review(caller);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => nextPass(caller, first)));
  const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  expect(made).toHaveLength(1);
  for (const each of outcomes) {
    if (each.status !== 'rejected') continue;
    expect(each.reason.body).toMatchObject({ error: 'invalid_state', next_pass_id: made[0]?.id });
  }
  expect((await caller.call('get_billing', {})).credits.left).toBe(198);
});

test('a cancelled next pass frees its parent', async () => {
  const caller = await service.newClient();
  const first = await rejectedReview(caller);
  const second = await nextPass(caller, first);
  expect((await caller.call('cancel_review', { id: second.id })).status).toBe('cancelled');
  expect((await caller.call('get_review', { id: first.id })).next_pass_id).toBeNull();
  const third = await nextPass(caller, first);
  expect(third).toMatchObject({ pass: 2, outstanding_marks: 1 });
});

test('a failed next pass frees its parent and returns the credits', async () => {
  const caller = await service.newClient();
  const first = await rejectedReview(caller);
  const second = await nextPass(caller, first, { images: [`${slowImages.url}/missing.png`] });
  await settled(caller, second.id);
  expect(await statusOf(caller, second.id)).toBe('failed');
  expect((await caller.call('get_review', { id: first.id })).next_pass_id).toBeNull();
  expect((await nextPass(caller, first)).pass).toBe(2);
  expect((await caller.call('get_billing', {})).credits.left).toBe(198);
});

test.each(['failed', 'cancelled'] as const)('a %s pass cannot have a next one', async (status) => {
  const caller = await service.newClient();
  const images = [status === 'failed' ? `${slowImages.url}/missing.png` : await base64()];
  const dead = await review(caller, { images });
  if (status === 'cancelled') await caller.call('cancel_review', { id: dead.id });
  await settled(caller, dead.id);
  const { status: code, body } = await refusal(nextPass(caller, dead));
  expect([code, body.error]).toEqual([422, 'invalid_state']);
  // The command line rewords fields in backticks.
  expect(body.message).toContain('start without `parent_id`');
});

test('a review that is cancelled while its screenshots are made stays cancelled', async () => {
  const caller = await service.newClient();
  slowImages.hold();
  const made = await review(caller, { images: [`${slowImages.url}/slow.png`] });
  await caller.call('cancel_review', { id: made.id });
  slowImages.letThrough();
  const waiting = () =>
    sql(service, `SELECT 1 FROM shot_request WHERE review_id = $1 AND status = 'waiting'`, [made.id]);
  await expect.poll(async () => (await waiting()).length).toBe(0);
  expect(await caller.call('get_review', { id: made.id })).toMatchObject({ status: 'cancelled', screenshots: [] });
  const files = await sql(service, 'SELECT input FROM shot_request WHERE review_id = $1', [made.id]);
  expect(files).toEqual([{ input: null }]);
});

test('screenshots are compared with those of the same label', async () => {
  const caller = await service.newClient();
  const [red, blue] = [await base64('#ff0000'), await base64('#0000ff')];
  const first = await review(caller, {
    images: [
      { image: red, label: 'Home' },
      { image: red, label: 'About' },
    ],
  });
  expect(first.screenshots.map(({ change }) => change)).toEqual([null, null]);
  const second = await nextPass(caller, first, {
    images: [
      { image: red, label: 'Home' },
      { image: blue, label: 'About' },
      { image: blue, label: 'New' },
    ],
  });
  expect(second.screenshots.map(({ change }) => change)).toEqual([
    { before_label: 'Home', kind: 'identical', share: 0, diff_url: null, areas: [] },
    {
      before_label: 'About',
      kind: 'changed',
      share: 1,
      diff_url: expect.stringMatching(/\/difference$/),
      areas: [{ x: 0, y: 0, width: 1, height: 1, kind: 'changed', share: 1, causes: [], marks: [] }],
    },
    { before_label: null, kind: 'new', share: null, diff_url: null, areas: [] },
  ]);
  expect(second.removed_screenshots).toEqual([]);
  const images = [
    { image: red, label: 'Home' },
    { image: 'https://pictures.invalid/new.png', label: 'New' },
  ];
  const { id } = await nextPass(caller, second, { images });
  await settled(caller, id);
  // What could not be made was not removed.
  expect((await caller.call('get_review', { id })).removed_screenshots).toMatchObject([
    { label: 'About', approved_in: null, sha256: second.screenshots[1]?.sha256 },
  ]);
});

test('one more screenshot of a label is new, also when it is sent with the others', async () => {
  const caller = await service.newClient();
  const [red, blue] = [await base64('#ff0000'), await base64('#0000ff')];
  const first = await review(caller, { images: [{ image: red, label: 'Home' }] });
  const both = [red, blue].map((image) => ({ image, label: 'Home' }));
  const second = await nextPass(caller, first, { images: both });
  expect(second.screenshots.map(({ change }) => change?.kind)).toEqual(['identical', 'new']);
  const added = { id: second.id, image: blue, label: 'Home' };
  const { screenshots } = await caller.call('add_screenshot', added);
  expect(screenshots.map(({ change }) => change?.kind)).toEqual(['identical', 'new', 'new']);
});
