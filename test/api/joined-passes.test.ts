import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { base64, decide, nextPass, png, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { guestOf, suggestedReview, suggestion } from '../support/guest.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { startReceiver } from './support/receiver.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { expire } from './support/sql.ts';

let client: Client & { token: string; workspaceId: string };
/** Answers the request for an image: with the image, or that there is none. */
let answer: (path: string, isThere: boolean) => void;
const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' });
const receiver = await startReceiver();
beforeEach(async () => {
  client = await service.newClient();
  const waiting = new Map<string, PromiseWithResolvers<boolean>>();
  const of = (path: string) => {
    const known = waiting.get(path) ?? Promise.withResolvers<boolean>();
    waiting.set(path, known);
    return known;
  };
  receiver.answerWith(async ({ path }) =>
    (await of(path).promise) ? { type: 'image/png', body: await png('#00ffff') } : 404,
  );
  answer = (path, isThere) => of(path).resolve(isThere);
});

const read = (of: { id: string }) => client.call('get_review', { id: of.id });
const statusOf = async (of: { id: string }) => (await read(of)).status;
const until = (of: Review, status: string) => expect.poll(() => statusOf(of)).toBe(status);
const later = (parent: Review, path: string, label = 'Home') =>
  nextPass(client, parent, { images: [{ image: receiver.url + path, label }] });
const restore = (of: Review) => reviewerOf(of).call('restore_review', {});
const withdraw = (of: Review) => reviewerOf(of).call('withdraw_review', {});
const bodies = ({ marks }: Review) => marks.map(({ body }) => body);

test.each([
  ['fails', () => answer('/second.png', false), 'failed'],
  ['is cancelled', (second: Review) => client.call('cancel_review', { id: second.id }), 'cancelled'],
])('a pass that %s hands the marks before it to the one after it', async (_, end, status) => {
  const first = await rejectedReview(client, [{ must_fix: true }]);
  const second = await later(first, '/second.png');
  const third = await later(second, '/third.png');
  await end(second);
  await until(second, status);
  expect((await read(first)).next_pass_id).toBe(third.id);
  expect((await refusal(nextPass(client, first))).body.next_pass_id).toBe(third.id);
  answer('/third.png', true);
  await until(third, 'open');
  const seen = await read(third);
  expect([seen.parent_id, seen.pass, seen.marks[0]?.screenshot_index]).toEqual([first.id, 3, 0]);
  await expect.poll(async () => (await read(third)).screenshots[0]?.change?.kind).toBe('changed');
  expect((await refusal(decide(third, 'approved'))).body.message).toContain('Must-fix marks are outstanding');
});

test('a pass is current again while the one that superseded it is cancelled, until a later one opens', async () => {
  const first = await review(client);
  const second = await nextPass(client, first);
  const third = await later(second, '/third.png');
  await client.call('cancel_review', { id: second.id });
  expect(await statusOf(first)).toBe('open');
  answer('/third.png', true);
  await until(third, 'open');
  expect(await read(first)).toMatchObject({ status: 'superseded', next_pass_id: third.id });
});

test('a pass that expired before its screenshots came hands on the marks before it', async () => {
  const first = await rejectedReview(client);
  const second = await later(first, '/second.png');
  await expire(service, second);
  const third = await nextPass(client, second);
  expect(bodies(third)).toEqual(bodies(first));
  expect(await statusOf(second)).toBe('expired');
});

test('a mark whose screenshot a pass lacked is on it again in the pass after that', async () => {
  const images = [
    { image: await base64(), label: 'Home' },
    { image: await base64(), label: 'About' },
  ];
  const first = await rejectedReview(client, [{}], { images });
  const second = await nextPass(client, first, { images: images.slice(1) });
  expect(second.marks[0]?.screenshot_index).toBeNull();
  await decide(second, 'changes_requested');
  const third = await nextPass(client, second, { images: images.toReversed() });
  const original = { screenshot_index: 1, x: 0.1, y: 0.2, position: 'exact' };
  expect(third.marks[0]).toMatchObject(original);
  // Where it was on a pass that is withdrawn by now does not count.
  await reviewerOf(third).call('edit_mark', { mark_id: 1, x: 0.5 });
  await withdraw(third);
  expect((await nextPass(client, second, { images: images.toReversed() })).marks[0]).toMatchObject(original);
});

test('of several screenshots with one label, each continues the one in its turn', async () => {
  const images = await Promise.all(
    ['#111111', '#eeeeee'].map(async (colour) => ({ image: await base64(colour), label: 'Row' })),
  );
  const first = await rejectedReview(client, [{}], { images });
  const second = await nextPass(client, first, { images });
  expect(second.marks[0]).toMatchObject({ screenshot_index: 0, position: 'exact' });
  const changes = async () => (await read(second)).screenshots.map(({ change }) => change?.kind);
  await expect.poll(changes).toEqual(['identical', 'identical']);
});

test('after a pass is deleted, the one after it is compared with the one before it', async () => {
  const red = { images: [{ image: await base64('#ff0000'), label: 'Home' }] };
  const blue = { images: [{ image: await base64('#0000ff'), label: 'Home' }] };
  const first = await review(client, red);
  const second = await nextPass(client, first, blue);
  const third = await nextPass(client, second, blue);
  const change = async () => (await read(third)).screenshots[0]?.change?.kind ?? null;
  expect(await change()).toBe('identical');
  await client.call('delete_review', { id: second.id });
  await expect.poll(change).toBe('changed');
  await client.call('delete_review', { id: first.id });
  expect(await change()).toBeNull();
});

const lockChain = 'SELECT 1 FROM chain WHERE id = $1 FOR UPDATE';

test('a pass that is deleted while its next pass is being created leaves one current pass', async () => {
  const first = await review(client);
  const second = await nextPass(client, first);
  const holder = await hold(service);
  await holder.query(lockChain, [first.id]);
  const creating = nextPass(client, second);
  await holder.untilBlocking();
  const deleting = client.call('delete_review', { id: second.id });
  await holder.untilBlocking(2);
  await holder.end('COMMIT');
  const [third] = await Promise.all([creating, deleting]);
  expect(await read(first)).toMatchObject({ status: 'superseded', next_pass_id: third.id });
  expect(await read(third)).toMatchObject({ status: 'open', parent_id: first.id });
});

test('a next pass whose parent is deleted while it waits is refused, as if there had been none', async () => {
  const first = await review(client);
  const second = await nextPass(client, first);
  const holder = await hold(service);
  await holder.query(lockChain, [first.id]);
  const deleting = client.call('delete_review', { id: second.id });
  await holder.untilBlocking();
  const creating = refusal(nextPass(client, second));
  await holder.untilBlocking(2);
  await holder.end('COMMIT');
  await deleting;
  const { status, body } = await creating;
  expect([status, body.errors?.[0]?.path]).toEqual([422, 'parent_id']);
});

test('a pass that is restored before the one that came before it follows the last that goes on', async () => {
  const first = await rejectedReview(client);
  const second = await nextPass(client, first);
  const third = await nextPass(client, second);
  await withdraw(third);
  await withdraw(second);
  await restore(third);
  expect((await read(third)).parent_id).toBe(first.id);
  expect((await read(first)).next_pass_id).toBe(third.id);
  expect((await refusal(restore(second))).body.message).toContain('took the place');
  expect((await refusal(nextPass(client, first))).body.next_pass_id).toBe(third.id);
});

test('a restored pass shows a mark where it was moved to meanwhile', async () => {
  const first = await rejectedReview(client);
  const second = await nextPass(client, first);
  await withdraw(second);
  await reviewerOf(first).call('edit_mark', { mark_id: 1, x: 0.5 });
  await decide(first, 'changes_requested');
  const { review: restored } = await restore(second);
  expect(restored.marks[0]?.x).toBe(0.5);
});

test('a late report of a mark undoes nothing that the reviewer did on a later pass', async () => {
  const first = await rejectedReview(client, [{ must_fix: true }, { must_fix: true }]);
  const report = (...ids: number[]) =>
    client.call('resolve_marks', { id: first.id, marks: ids.map((id) => ({ id, status: 'resolved' })) });
  await report(1);
  const second = await nextPass(client, first);
  await reviewerOf(second).call('reopen_mark', { mark_id: 1, reason: 'Still pale' });
  expect(await report(1, 2)).toMatchObject({ updated: 1, skipped: [{ id: 1, reason: 'sent_back' }] });
  expect((await read(second)).marks.map(({ status }) => status)).toEqual(['reopened', 'resolved']);
});

test('a decided pass is closed when a later one has opened, although the pass between them never did', async () => {
  const first = await rejectedReview(client);
  const second = await later(first, '/second.png');
  const report = () => client.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
  await report();
  const third = await nextPass(client, second);
  await reviewerOf(third).call('reopen_mark', { mark_id: 1 });
  expect((await refusal(report())).body.skipped).toEqual([{ id: 1, reason: 'sent_back' }]);
  expect((await refusal(decide(first, 'approved'))).body.message).toContain('A newer pass is open');
  expect((await reviewerOf(first).call('read_review', {})).can.change_mind).toBe(false);
});

test('of passes that a later one superseded, each is what it was before only when no later one is open', async () => {
  const first = await review(client);
  const second = await later(first, '/second.png');
  const third = await later(second, '/third.png');
  const between = await later(third, '/between.png');
  const last = await nextPass(client, between);
  const statuses = () => Promise.all([first, second, third].map(statusOf));
  await client.call('delete_review', { id: between.id });
  expect(await statuses()).toEqual(['superseded', 'superseded', 'superseded']);
  await client.call('delete_review', { id: last.id });
  expect(await statuses()).toEqual(['open', 'preparing', 'preparing']);
});

test('passes whose screenshots all came while a later one was open open when that one is cancelled', async () => {
  const first = await review(client);
  const second = await later(first, '/second.png');
  const third = await later(second, '/third.png');
  const last = await nextPass(client, third);
  answer('/second.png', true);
  await expect.poll(async () => (await read(second)).screenshots.length).toBe(1);
  await client.call('cancel_review', { id: last.id });
  expect(await Promise.all([first, second, third].map(statusOf))).toEqual(['superseded', 'open', 'preparing']);
});

test('a first pass that was withdrawn stays so when a pass after the next one has opened', async () => {
  const first = await review(client);
  const second = await later(first, '/second.png');
  await withdraw(first);
  await nextPass(client, second);
  expect((await refusal(restore(first))).body.message).toContain('A later pass took the place');
});

test('a suggestion finds its screenshot beyond a pass that never opened, and its way back', async () => {
  const first = await suggestedReview(client);
  const third = await nextPass(client, await later(first, '/second.png'));
  expect(third.suggestions).toHaveLength(1);
  await client.call('cancel_review', { id: third.id });
  expect((await read(first)).suggestions).toHaveLength(1);
});

test('a suggestion that was left while the next pass was being made is not deleted with that pass', async () => {
  const first = await review(client);
  const second = await later(first, '/second.png');
  await guestOf(first).call('suggest', suggestion());
  answer('/second.png', true);
  await until(second, 'open');
  expect((await read(second)).suggestions).toHaveLength(1);
  await client.call('delete_review', { id: second.id });
  expect((await read(first)).suggestions).toHaveLength(1);
});

test('a workspace is deleted in one call, however many passes its reviews have', async () => {
  const first = await review(client);
  await nextPass(client, await nextPass(client, await nextPass(client, first)));
  const { workspaceId: confirm } = client;
  expect(await client.call('delete_workspace', { confirm })).toMatchObject({ deleted: true, reviews: 4 });
});
