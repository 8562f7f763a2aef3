import { afterEach, describe, expect, test } from 'vitest';
import type { Review, ReviewStatus } from '../../server/contract/review.ts';
import { type Caller, decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { reviewInState } from './support/review-in-state.ts';
import { startSlowImages } from './support/slow-images.ts';
import { expire, sql } from './support/sql.ts';

const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' });
const slowImages = await startSlowImages();
afterEach(() => slowImages.letThrough());

const withdraw = (of: Review) => reviewerOf(of).call('withdraw_review', {});
const restore = (of: Review) => reviewerOf(of).call('restore_review', {});
const statusOf = async (of: Review) => (await reviewerOf(of).call('read_review', {})).review.status;

type State = ReviewStatus | 'withdrawn' | 'withdrawn and expired';

async function make(state: State, caller: Caller): Promise<Review> {
  if (state !== 'withdrawn' && state !== 'withdrawn and expired') {
    return reviewInState(state, caller, { service, slowImages });
  }
  const made = await review(caller);
  await withdraw(made);
  if (state === 'withdrawn and expired') await expire(service, made);
  return made;
}

/** The next status, or the status of the refusal. */
const table: [State, ReviewStatus | 409, ReviewStatus | 409][] = [
  ['preparing', 'cancelled', 'preparing'],
  ['open', 'cancelled', 'open'],
  ['approved', 409, 409],
  ['changes_requested', 409, 409],
  ['superseded', 409, 409],
  ['expired', 409, 409],
  ['failed', 409, 409],
  ['cancelled', 'cancelled', 409],
  ['withdrawn', 'cancelled', 'open'],
  ['withdrawn and expired', 'cancelled', 409],
];

describe.each(table)('a review that is %s', (from, withdrawn, restored) => {
  test.each([
    ['withdrawn', withdraw, withdrawn],
    ['restored', restore, restored],
  ] as const)('%s by its link', async (_, act, to) => {
    slowImages.hold();
    const made = await make(from, await service.newClient());
    const before = await statusOf(made);
    if (typeof to === 'number') expect((await refusal(act(made))).status).toBe(to);
    else expect((await act(made)).review.status).toBe(to);
    expect(await statusOf(made)).toBe(typeof to === 'number' ? before : to);
  });
});

test('a withdrawn review can be read and says so, and is unchanged when restored', async () => {
  const made = await review(await service.newClient());
  await reviewerOf(made).call('place_mark', mark({ must_fix: true }));
  const gone = await withdraw(made);
  expect(gone.can).toEqual({ mark: false, decide: false, change_mind: false, verify: false, reply: false });
  expect(gone.review.next_action).toEqual({ action: 'none', summary: 'This review was withdrawn.' });
  expect(gone.read_only_reason).toContain('withdrawn');
  expect((await refusal(decide(made, 'approved'))).status).toBe(409);
  const back = await restore(made);
  expect(back.can).toMatchObject({ mark: true, decide: true });
  expect(back.review.next_action.action).toBe('wait_for_reviewer');
  expect(back.review.marks).toHaveLength(1);
  expect((await decide(made, 'changes_requested')).review.status).toBe('changes_requested');
});

test('both actions are in the audit trail, repeats are not', async () => {
  const client = await service.newClient();
  const made = await review(client);
  for (const act of [withdraw, withdraw, restore, restore]) await act(made);
  const events = await sql<{ actor: string; action: string }>(
    service,
    'SELECT actor, action FROM audit_event WHERE review_id = $1 ORDER BY id',
    [made.id],
  );
  expect(events).toEqual([
    { actor: 'reviewer', action: 'review.withdrawn' },
    { actor: 'reviewer', action: 'review.restored' },
  ]);
});

test('a client’s cancellation is final: the reviewer cannot restore the review', async () => {
  const client = await service.newClient();
  const made = await review(client);
  await withdraw(made);
  await restore(made);
  await client.call('cancel_review', { id: made.id });
  expect((await refusal(restore(made))).body.message).toContain('cancelled by its requester');
});

test('a withdrawn later pass frees its place, and takes it again when restored', async () => {
  const client = await service.newClient();
  const first = await rejectedReview(client, [{ must_fix: true }]);
  const second = await nextPass(client, first);
  await withdraw(second);
  expect((await client.call('get_review', { id: first.id })).next_pass_id).toBeNull();
  const { review: back } = await restore(second);
  expect(back.status).toBe('open');
  expect(back.marks).toHaveLength(1);
  expect((await client.call('get_review', { id: first.id })).next_pass_id).toBe(second.id);
});

test('an undecided parent is open while its next pass is withdrawn, and superseded when it is restored', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const second = await nextPass(client, first);
  await withdraw(second);
  expect(await statusOf(first)).toBe('open');
  await restore(second);
  expect(await statusOf(first)).toBe('superseded');
});
