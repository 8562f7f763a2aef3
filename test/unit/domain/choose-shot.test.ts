import { expect, test } from 'vitest';
import { mark, markedReview, preparingReview, screenshot, secondPass } from '../../../server/contract/examples.ts';
import type { Review } from '../../../server/contract/review.ts';
import { DomainError } from '../../../server/domain/failure.ts';
import { chooseShot } from '../../../server/domain/image/choose-shot.ts';

const second = { ...screenshot, index: 1, label: 'Mobile' };
const both: Review = { ...markedReview, screenshots: [screenshot, second] };
const onSecond = { ...mark, id: 2, screenshot_index: 1 };
const marked: Review = { ...both, marks: [mark, onSecond] };

const expiredAt = new Date(both.expires_at);
const afterwards = new Date(expiredAt.getTime() + 1);

test.each([
  [{}, screenshot, null],
  [{ screenshot_index: 1 }, second, null],
  [{ mark: 2 }, second, onSecond],
  [{ mark: 2, screenshot_index: 1 }, second, onSecond],
])('%j chooses the screenshot, and the mark if there is one', (asked, shot, chosen) => {
  expect(chooseShot(marked, asked, afterwards)).toEqual({ shot, mark: chosen });
});

const elsewhere = { ...mark, screenshot_index: null };
const failed = { action: 'fix_source_and_retry', summary: 'No screenshot could be made: it timed out.' } as const;

test.each([
  [
    both,
    { screenshot_index: 4 },
    'screenshot_index',
    'There is no screenshot 4: this review has 2 screenshots, index 0, 1.',
  ],
  [
    { ...preparingReview, screenshots: [screenshot] },
    { screenshot_index: 1 },
    'screenshot_index',
    'There is no screenshot 1: this review has 1 screenshot, index 0. Others are still being made: call again in a few seconds.',
  ],
  [
    marked,
    { mark: 2, screenshot_index: 0 },
    'screenshot_index',
    'Mark 2 lies on screenshot 1. Leave screenshot_index out.',
  ],
  [marked, { mark: 7 }, 'mark', 'Mark 7 is not on this pass. Its marks: 1, 2.'],
  [{ ...both, marks: [] }, { mark: 7 }, 'mark', 'Mark 7 is not on this pass. It has none.'],
  [
    { ...secondPass, marks: [elsewhere] },
    { mark: 1 },
    'mark',
    `Mark 1 lies on a screenshot that this pass does not have. Look at it on the pass before: ${secondPass.parent_id}.`,
  ],
  [{ ...both, marks: [elsewhere] }, { mark: 1 }, 'mark', 'Mark 1 lies on a screenshot that this pass does not have.'],
  [preparingReview, {}, 'id', 'The screenshots of this review are still being made. Call again in a few seconds.'],
  [{ ...both, status: 'failed', next_action: failed, screenshots: [] }, {}, 'id', failed.summary],
  [
    { ...both, status: 'expired', screenshots: [] },
    {},
    'id',
    'This review has no screenshots any more: they are deleted some time after it expired. Open a new pass.',
  ],
] satisfies [Review, object, string, string][])(
  'what is not there is refused with what there is: %#',
  (review, asked, path, message) => {
    const refused = new DomainError('invalid_request', message, { errors: [{ path, message }] });
    expect(() => chooseShot(review, asked, afterwards)).toThrow(refused);
  },
);

test.each(['cancelled', 'superseded', 'expired'] as const)(
  'a review that is %s without screenshots says what came of it, while those of such reviews are kept',
  (status) => {
    const summary = `What came of it: ${status}.`;
    const ended: Review = { ...both, status, screenshots: [], next_action: { action: 'none', summary } };
    const message = `This review has no screenshots. ${summary}`;
    const refused = new DomainError('invalid_request', message, { errors: [{ path: 'id', message }] });
    expect(() => chooseShot(ended, {}, expiredAt)).toThrow(refused);
  },
);
