import { describe, expect, test } from 'vitest';
import { ReviewStatus } from '../../../server/contract/review.ts';
import { frozen, invitation, isSame, settle } from '../../../server/domain/suggestion/rules.ts';

describe('who may suggest', () => {
  const decided = 'This review is already decided, so it no longer takes suggestions.';
  test.each([
    ['open', 0, null],
    ['open', 3, null],
    ['preparing', 1, null],
    ['preparing', 0, 'The screenshots are still being made. You can leave suggestions when the first one is ready.'],
    ['approved', 3, decided],
    ['changes_requested', 3, decided],
    ['superseded', 3, 'A newer pass took the place of this one.'],
    ['failed', 0, 'No screenshot could be made, so there is nothing to suggest a change to.'],
    ['cancelled', 3, 'This review was withdrawn by its requester.'],
    ['expired', 3, 'This review has expired. View only: it no longer takes suggestions.'],
  ] as const)('on a review that is %s with %i screenshots', (status, shots, reason) => {
    expect(invitation({ status, expired: false, laterOpen: false }, shots)).toEqual({
      suggest: reason === null,
      reason,
    });
  });

  test.each(ReviewStatus.options)('nobody on one that is %s once it has expired or a later pass is open', (status) => {
    for (const [expired, laterOpen] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      expect(invitation({ status, expired, laterOpen }, 3)).toEqual({
        suggest: false,
        reason:
          expired || status === 'expired'
            ? 'This review has expired. View only: it no longer takes suggestions.'
            : 'A newer pass is open. Suggestions belong there.',
      });
    }
  });
});

describe('accepting and dismissing a suggestion', () => {
  const pending = { status: 'pending', markNumber: null } as const;
  const accepted = { status: 'accepted', markNumber: 7 } as const;
  const dismissed = { status: 'dismissed', markNumber: null } as const;

  test('works once, may be repeated, and is refused after the opposite decision', () => {
    expect([settle(pending, 'accepted'), settle(pending, 'dismissed')]).toEqual(['do', 'do']);
    expect([settle(accepted, 'accepted'), settle(dismissed, 'dismissed')]).toEqual(['done', 'done']);
    expect(settle(accepted, 'dismissed')).toEqual({
      refused: 'This suggestion was accepted: it is mark 7. Make it pending again to change that.',
    });
    expect(settle(dismissed, 'accepted')).toEqual({
      refused: 'This suggestion was dismissed. Make it pending again to change that.',
    });
  });

  test('freezes it with a message to the guest, who may change it while it is pending', () => {
    expect(frozen(pending)).toBeNull();
    expect(frozen(accepted)).toBe('Your suggestion was accepted: it is mark 7. Leave another one to add something.');
    expect(frozen(dismissed)).toBe('Your suggestion was dismissed. Leave another one to add something.');
  });
});

test.each(['kind', 'shotId', 'body', 'x', 'y', 'width', 'height'] as const)('a change of %s is an edit', (name) => {
  const now = { kind: 'box', shotId: 'a', body: 'b', x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
  expect(isSame(now, { ...now })).toBe(true);
  expect(isSame(now, { ...now, [name]: name === 'kind' ? 'point' : typeof now[name] === 'number' ? 0.9 : 'z' })).toBe(
    false,
  );
});
