import { afterEach, expect, test } from 'vitest';
import type { Review, ReviewStatus } from '../../server/contract/review.ts';
import { approvedReview, base64, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { type ApiCaller, describeRest, refusal } from './support/rest-and-mcp.ts';
import { startSlowImages } from './support/slow-images.ts';
import { expire } from './support/sql.ts';

const slowImages = await startSlowImages();
afterEach(() => slowImages.letThrough());

/**
 * What each trigger does to a review of each status: the next status, or the error. What a reviewer may do in every
 * status, and the expiry of every status, are in `test/unit/domain/review-rules.test.ts`.
 */
const table: Record<string, Partial<Record<ReviewStatus, ReviewStatus | 409 | 422>>> = {
  approve: { open: 'approved', approved: 409, expired: 409 },
  request_changes: { approved: 'changes_requested', changes_requested: 409 },
  place_mark: { changes_requested: 'changes_requested', approved: 409 },
  expires_at: { open: 'expired', approved: 'approved' },
  cancel: {
    preparing: 'cancelled',
    open: 'cancelled',
    approved: 422,
    changes_requested: 422,
    superseded: 422,
    expired: 422,
    failed: 422,
    cancelled: 422,
  },
  add_screenshot: {
    preparing: 'preparing',
    open: 'open',
    approved: 422,
    changes_requested: 422,
    superseded: 422,
    expired: 422,
    failed: 422,
    cancelled: 422,
  },
  add_findings: {
    preparing: 'preparing',
    open: 'open',
    approved: 422,
    changes_requested: 422,
    superseded: 422,
    expired: 422,
    failed: 422,
    cancelled: 422,
  },
  resolve_marks: {
    preparing: 422,
    open: 422,
    approved: 422,
    changes_requested: 'changes_requested',
    superseded: 422,
    expired: 422,
    failed: 422,
    cancelled: 422,
  },
  open_next_pass: {
    preparing: 'superseded',
    open: 'superseded',
    approved: 'approved',
    changes_requested: 'changes_requested',
    superseded: 422,
    expired: 'expired',
    failed: 422,
    cancelled: 422,
  },
};

describeRest('the table of states', { OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' }, (api) => {
  const make: Record<ReviewStatus, (caller: ApiCaller) => Promise<Review>> = {
    preparing: (caller) => review(caller, { images: [`${slowImages.url}/slow.png`] }),
    open: review,
    approved: approvedReview,
    changes_requested: (caller) => rejectedReview(caller),
    async superseded(caller) {
      const made = await review(caller);
      await nextPass(caller, made);
      return made;
    },
    async expired(caller) {
      const made = await review(caller);
      await expire(api().service, made);
      return made;
    },
    async failed(caller) {
      const made = await review(caller, { images: [`${slowImages.url}/missing.png`] });
      const status = async () => (await caller.call('get_review', { id: made.id })).status;
      await expect.poll(status).toBe('failed');
      return made;
    },
    async cancelled(caller) {
      return caller.call('cancel_review', { id: (await review(caller)).id });
    },
  };

  const decideNow = async (of: Review, outcome: 'approved' | 'changes_requested') => {
    const reviewer = reviewerOf(of);
    const seen = (await reviewer.call('read_review', {})).review.decision?.number ?? 0;
    return reviewer.call('decide', { outcome, note: 'A note', after_decision: seen });
  };
  const triggers: Record<string, (caller: ApiCaller, of: Review) => Promise<unknown>> = {
    approve: (_, of) => decideNow(of, 'approved'),
    request_changes: (_, of) => decideNow(of, 'changes_requested'),
    place_mark: (_, of) => reviewerOf(of).call('place_mark', mark()),
    cancel: (caller, { id }) => caller.call('cancel_review', { id }),
    add_screenshot: async (caller, { id }) => caller.call('add_screenshot', { id, image: await base64('#00ff00') }),
    add_findings: (caller, { id }) => caller.call('add_findings', { id, findings: [{ body: 'A finding' }] }),
    resolve_marks: (caller, { id }) => caller.call('resolve_marks', { id, marks: [{ id: 1, status: 'resolved' }] }),
    open_next_pass: (caller, of) => nextPass(caller, of),
    expires_at: (_, of) => expire(api().service, of),
  };

  const cases = Object.entries(table).flatMap(([trigger, row]) =>
    Object.entries(row).map(([from, to]) => [trigger, from as ReviewStatus, to] as const),
  );
  test.each(cases)('%s, %s → %s', async (trigger, from, to) => {
    slowImages.hold();
    const caller = await api().newCaller();
    const made = await make[from](caller);
    expect((await caller.call('get_review', { id: made.id })).status).toBe(from);
    const outcome = triggers[trigger]?.(caller, made) ?? Promise.reject(new Error('No such trigger'));
    if (typeof to === 'number') expect((await refusal(outcome)).status).toBe(to);
    else await outcome;
    const now = await caller.call('get_review', { id: made.id });
    expect(now.status).toBe(typeof to === 'number' ? from : to);
    if (from === 'expired' || trigger === 'expires_at') expect(now.next_action.action).toBe('expired');
  });
});
