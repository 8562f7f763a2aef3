import { afterEach, expect, test } from 'vitest';
import type { Review, ReviewStatus } from '../../server/contract/review.ts';
import { base64, mark, nextPass, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { type ApiCaller, refusal } from './support/rest-and-mcp.ts';
import { reviewInState } from './support/review-in-state.ts';
import { startSlowImages } from './support/slow-images.ts';
import { expire } from './support/sql.ts';

const slowImages = await startSlowImages();
afterEach(() => slowImages.letThrough());

const refused: Record<ReviewStatus, 422> = {
  preparing: 422,
  open: 422,
  approved: 422,
  changes_requested: 422,
  superseded: 422,
  expired: 422,
  failed: 422,
  cancelled: 422,
};

/**
 * What each trigger does to a review of each status: the next status, or the error. What a reviewer may do in every
 * status, and the expiry of every status, are in `test/unit/domain/review-rules.test.ts`.
 */
const table: Record<string, Partial<Record<ReviewStatus, ReviewStatus | 409 | 422>>> = {
  approve: { open: 'approved', approved: 409, expired: 409 },
  request_changes: { approved: 'changes_requested', changes_requested: 409 },
  place_mark: { changes_requested: 'changes_requested', approved: 409 },
  expires_at: { open: 'expired', approved: 'approved' },
  cancel: { ...refused, preparing: 'cancelled', open: 'cancelled' },
  add_screenshot: { ...refused, preparing: 'preparing', open: 'open' },
  add_findings: { ...refused, preparing: 'preparing', open: 'open' },
  resolve_marks: { ...refused, changes_requested: 'changes_requested' },
  open_next_pass: {
    ...refused,
    preparing: 'superseded',
    open: 'superseded',
    approved: 'approved',
    changes_requested: 'changes_requested',
    expired: 'expired',
  },
};

const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' });

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
  expires_at: (_, of) => expire(service, of),
};

const cases = Object.entries(table).flatMap(([trigger, row]) =>
  Object.entries(row).map(([from, to]) => [trigger, from as ReviewStatus, to] as const),
);
test.each(cases)('%s, %s → %s', async (trigger, from, to) => {
  slowImages.hold();
  const caller = await service.newClient();
  const made = await reviewInState(from, caller, { service: service, slowImages });
  expect((await caller.call('get_review', { id: made.id })).status).toBe(from);
  const outcome = triggers[trigger]?.(caller, made) ?? Promise.reject(new Error('No such trigger'));
  if (typeof to === 'number') expect((await refusal(outcome)).status).toBe(to);
  else await outcome;
  const now = await caller.call('get_review', { id: made.id });
  expect(now.status).toBe(typeof to === 'number' ? from : to);
  if (from === 'expired' || trigger === 'expires_at') expect(now.next_action.action).toBe('expired');
});
