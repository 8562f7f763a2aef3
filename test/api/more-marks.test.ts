import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { DecidedEvent } from '../../server/contract/webhook.ts';
import { approvedReview, decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { refusal } from './support/rest-and-mcp.ts';

let client: Client;
let receiver: Receiver;
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
beforeEach(async () => {
  client = await service.newClient();
  receiver = await startReceiver();
});

const get = ({ id }: Review) => client.call('get_review', { id });
const update = (of: Review, after_decision = 1) =>
  reviewerOf(of).call('decide', { outcome: 'changes_requested', note: 'Not yet', after_decision });
const eventOf = (at: number) => DecidedEvent.parse(JSON.parse(receiver.received[at]?.body.toString() ?? 'null'));

test('marks that follow a request for changes reach its readers when the reviewer updates it, and not before', async () => {
  const made = await rejectedReview(client, [{ body: 'Too pale' }, { body: 'Too low' }], {
    webhook_url: `${receiver.url}/hook`,
  });
  await expect.poll(() => receiver.received.length).toBe(1);
  const before = await get(made);
  const reviewer = reviewerOf(made);
  const given = mark({ body: 'Too small', must_fix: true });
  await reviewer.call('place_mark', given);
  await reviewer.call('place_mark', given);
  await reviewer.call('edit_mark', { mark_id: 1, body: 'Much too pale' });
  await reviewer.call('withdraw_mark', { mark_id: 2 });
  await reviewer.call('place_mark', mark({ body: 'Never mind' }));
  const view = await reviewer.call('withdraw_mark', { mark_id: 4 });

  expect(view.can.mark).toBe(true);
  expect(view.unsent.marks.map(({ id, body, status }) => [id, body, status])).toEqual([
    [1, 'Much too pale', 'open'],
    [2, 'Too low', 'withdrawn'],
    [3, 'Too small', 'open'],
    [4, 'Never mind', 'withdrawn'],
  ]);
  expect({ ...(await get(made)), webhook: null }).toEqual({ ...before, webhook: null });
  expect(view.review).toEqual(await get(made));
  const late = await refusal(reviewer.call('answer_mark', { mark_id: 3, body: 'An answer' }));
  expect(late).toMatchObject({ status: 409, body: { message: 'Mark 3 is not sent yet. Update the request first.' } });

  const { review: after, unsent } = await update(made);
  expect(unsent).toEqual({ marks: [], findings: [], suggestions: [] });
  expect(after).toMatchObject({ decision: { number: 2, note: 'Not yet' }, outstanding_marks: 2 });
  expect(after.work_packets.pins.map(({ mark_id, body }) => [mark_id, body])).toEqual([
    [1, 'Much too pale'],
    [3, 'Too small'],
  ]);
  expect(after.work_packets.must_fix).toEqual([{ mark_id: 3, summary: 'Too small' }]);

  await expect.poll(() => receiver.received.length).toBe(2);
  expect(eventOf(0).review.decision?.number).toBe(1);
  expect(eventOf(1).decided_at).toBe(after.decided_at);
  expect({ ...eventOf(1).review, webhook: null }).toEqual({ ...after, webhook: null });
  expect((await refusal(update(made, 2))).body.message).toBe('This is already the decision.');
});

test('an undone change is none, and a request that would ask for nothing needs a note', async () => {
  const made = await rejectedReview(client, [{ body: 'Too pale' }]);
  const reviewer = reviewerOf(made);
  await reviewer.call('withdraw_mark', { mark_id: 1 });
  const empty = reviewer.call('decide', { outcome: 'changes_requested', after_decision: 1 });
  expect((await refusal(empty)).body.errors?.[0]?.path).toBe('note');
  expect((await reviewer.call('restore_mark', { mark_id: 1 })).unsent.marks).toEqual([]);
  await reviewer.call('edit_mark', { mark_id: 1, body: 'Much too pale' });
  expect((await reviewer.call('edit_mark', { mark_id: 1, body: 'Too pale' })).unsent.marks).toEqual([]);
  expect((await refusal(update(made))).body.message).toBe('This is already the decision.');
});

test('what the agent reports meanwhile is kept, and a mark that was changed after its fix is to be fixed again', async () => {
  const made = await rejectedReview(client, [{ body: 'Too pale' }, { body: 'Too low' }, { body: 'Too small' }]);
  const reviewer = reviewerOf(made);
  await reviewer.call('edit_mark', { mark_id: 1, body: 'Much too pale' });
  await reviewer.call('withdraw_mark', { mark_id: 2 });
  const marks = [1, 2, 3].map((id) => ({ id, status: 'resolved' as const, note: `Fixed ${id}` }));
  expect(await client.call('resolve_marks', { id: made.id, marks })).toMatchObject({ updated: 3, skipped: [] });
  const shown = (await reviewer.call('read_review', {})).unsent.marks;
  expect(shown).toMatchObject([
    { id: 1, status: 'reopened', body: 'Much too pale', note: 'Fixed 1' },
    { id: 2, status: 'withdrawn', note: 'Fixed 2' },
  ]);

  const { review: after } = await update(made);
  expect(after.marks).toMatchObject([
    { status: 'reopened', body: 'Much too pale', note: 'Fixed 1' },
    { status: 'withdrawn', note: 'Fixed 2' },
    { status: 'resolved' },
  ]);
  const again = await client.call('resolve_marks', { id: made.id, marks: marks.slice(0, 2) });
  expect(again).toMatchObject({ updated: 1, skipped: [{ id: 2, reason: 'withdrawn' }] });
  expect((await reviewer.call('restore_mark', { mark_id: 2 })).unsent.marks).toMatchObject([{ status: 'resolved' }]);
});

test('the next pass takes along what was not sent, and its parent takes no more', async () => {
  const made = await rejectedReview(client, [{ body: 'Too pale' }, { body: 'Too low' }]);
  const reviewer = reviewerOf(made);
  await reviewer.call('place_mark', mark({ body: 'Too small' }));
  await reviewer.call('withdraw_mark', { mark_id: 2 });
  await reviewer.call('edit_mark', { mark_id: 1, body: 'Much too pale' });
  await client.call('resolve_marks', { id: made.id, marks: [{ id: 1, status: 'resolved' }] });
  const { marks } = await nextPass(client, made);
  expect(marks.map(({ body, status }) => [body, status])).toEqual([
    ['Much too pale', 'resolved'],
    ['Too small', 'open'],
  ]);
  const view = await reviewer.call('read_review', {});
  expect([view.can.mark, view.unsent.marks]).toEqual([false, []]);
  for (const late of [() => reviewer.call('place_mark', mark()), () => update(made)]) {
    const { status, body } = await refusal(late());
    expect([status, body.message]).toEqual([409, view.read_only_reason]);
  }
});

test('another person’s decision wins over an update that has not seen it; an approval settles what was not sent', async () => {
  const made = await rejectedReview(client, [{ body: 'Too pale' }]);
  const reviewer = reviewerOf(made);
  await reviewer.call('place_mark', mark({ body: 'Too small', must_fix: true }));
  expect((await refusal(decide(made, 'approved'))).body.message).toContain('(2)');
  const settle = [{ mark_id: 2, as: 'withdrawn' as const }];
  const { review: approved, unsent } = await decide(made, 'approved', { settle });
  expect([approved.decision?.number, approved.marks.map(({ status }) => status), unsent.marks]).toEqual([
    2,
    ['open', 'withdrawn'],
    [],
  ]);
  expect((await refusal(update(made))).body.message).toContain('Somebody else decided');
});

test('findings and suggestions become marks of the next request, and noise is only called before a decision', async () => {
  const made = await review(client);
  await client.call('add_findings', { id: made.id, findings: [{ body: 'Low contrast', screenshot_index: 0 }] });
  await reviewerOf(made).call('place_mark', mark());
  await decide(made, 'changes_requested');
  const view = await reviewerOf(made).call('accept_finding', { finding_id: 1 });
  expect(view.unsent).toMatchObject({ marks: [{ id: 2, body: 'Low contrast' }], findings: [{ status: 'accepted' }] });
  expect((await reviewerOf(made).call('accept_finding', { finding_id: 1 })).unsent.marks).toHaveLength(1);
  expect((await get(made)).findings).toMatchObject([{ status: 'shown', mark_id: null }]);
  expect((await update(made)).review.findings).toMatchObject([{ status: 'accepted', mark_id: 2 }]);
  const noise = { screenshot_index: 0, base_id: made.id, reason: 'A clock', days: 7 };
  expect((await refusal(reviewerOf(made).call('mark_noise', noise))).body.message).toContain('is decided');
  const approved = await approvedReview(client);
  expect((await refusal(reviewerOf(approved).call('place_mark', mark()))).body.message).toBe(
    'This review is approved. Change the decision to change its marks.',
  );
});
