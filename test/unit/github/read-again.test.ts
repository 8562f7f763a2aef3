import { expect, test } from 'vitest';
import { readAgainAfter } from '../../../app/decisions/read-again.ts';
import { comparedReview, ids, openReview, preparingReview } from '../../../server/contract/examples.ts';
import type { Review } from '../../../server/contract/review.ts';

const { base } = comparedReview;
const rejected = { status: 'changes_requested' } as const;
const far: Review['base'] = base && { ...base, distance: 3 };
const none: Review['base'] = base && { ...base, id: null, kind: 'none', commit: null, distance: null, compared: false };

test.each<[string, Partial<Review>, minutes: number, seconds: number | null]>([
  ['its screenshots are being made', preparingReview, 0, 4],
  ['its screenshots are being made for hours', preparingReview, 600, 4],
  ['there is no baseline yet', { base: none }, 59, 60],
  ['a nearer baseline may come', { base: far }, 59, 60],
  ['no baseline came within an hour', { base: none }, 60, null],
  ['no nearer baseline came within an hour', { base: far }, 60, null],
  ['the baseline of the merge base is used', { base }, 0, null],
  ['that is being compared', { base: base && { ...base, compared: false } }, 0, 60],
  ['it is compared with nothing', {}, 0, null],
  ['the fixing agent may ask', { ...rejected, decided_at: openReview.created_at }, 59, 60],
  ['it did not ask within an hour', { ...rejected, decided_at: openReview.created_at }, 60, null],
  ['it has fixed', { ...rejected, decided_at: openReview.created_at, next_pass_id: ids.second }, 0, null],
  ['it is decided', { base: none, status: 'approved' }, 0, null],
])('when %s', (_when, more, minutes, seconds) => {
  const now = new Date(new Date(openReview.created_at).getTime() + minutes * 60_000);
  expect(readAgainAfter({ ...openReview, ...more }, { now, preparingSeconds: 4 })).toBe(seconds);
});
