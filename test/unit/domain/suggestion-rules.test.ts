import { describe, expect, test } from 'vitest';
import { ReviewStatus } from '../../../server/contract/review.ts';
import { isFoundAgain, markPlaceOf } from '../../../server/domain/finding/rules.ts';
import { frozen, invitation, isSame, settle } from '../../../server/domain/suggestion/rules.ts';

describe('who may suggest', () => {
  test.each(ReviewStatus.options)('on a review that is %s', (status) => {
    const now = { status, expired: false, laterOpen: false };
    const [none, some] = [invitation(now, 0), invitation(now, 3)];
    expect(some.suggest).toBe(status === 'open' || status === 'preparing');
    expect(none.suggest).toBe(status === 'open');
    for (const each of [none, some]) expect(each.reason === null).toBe(each.suggest);
  });

  test.each(ReviewStatus.options)('nobody on one that is %s once it has expired or a later pass is open', (status) => {
    for (const [expired, laterOpen] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const { suggest, reason } = invitation({ status, expired, laterOpen }, 3);
      expect(suggest).toBe(false);
      expect(reason).toMatch(expired ? /expired/ : /newer pass/);
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
    expect(settle(accepted, 'dismissed')).toMatchObject({ refused: expect.stringContaining('mark 7') });
    expect(settle(dismissed, 'accepted')).toMatchObject({ refused: expect.stringContaining('dismissed') });
  });

  test('freezes it with a message to the guest, who may change it while it is pending', () => {
    expect(frozen(pending)).toBeNull();
    expect(frozen(accepted)).toContain('mark 7');
    expect(frozen(dismissed)).toContain('dismissed');
  });
});

test.each(['kind', 'shotId', 'body', 'x', 'y', 'width', 'height'] as const)('a change of %s is an edit', (name) => {
  const now = { kind: 'box', shotId: 'a', body: 'b', x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
  expect(isSame(now, { ...now })).toBe(true);
  expect(isSame(now, { ...now, [name]: name === 'kind' ? 'point' : typeof now[name] === 'number' ? 0.9 : 'z' })).toBe(
    false,
  );
});

test.each([
  [null, 'box', { x: 0, y: 0, width: 1, height: 1 }],
  [undefined, 'box', { x: 0, y: 0, width: 1, height: 1 }],
  [{ x: 0.2, y: 0.4, width: 0.1, height: 0.1 }, 'box', { x: 0.2, y: 0.4, width: 0.1, height: 0.1 }],
  [{ x: 0.5, y: 0.5, width: 1, height: 1 }, 'box', { x: 0.5, y: 0.5, width: 0.5, height: 0.5 }],
  [{ x: 0.5, y: 0.5, width: 0, height: 0.5 }, 'point', { x: 0.5, y: 0.5, width: null, height: null }],
  [{ x: 1, y: 1, width: 1, height: 1 }, 'point', { x: 1, y: 1, width: null, height: null }],
])('a finding with the area %o becomes a %s', (area, kind, place) => {
  expect(markPlaceOf(area)).toEqual({ kind, place });
});

describe('whether a finding repeats an earlier one', () => {
  const area = { x: 0.5, y: 0, width: 0.5, height: 1 };
  test.each([
    ['the same', { rule: 'r', area }, true],
    ['nearly there', { rule: 'r', area: { ...area, x: 0.52, width: 0.48 } }, true],
    ['elsewhere', { rule: 'r', area: { ...area, x: 0, width: 0.4 } }, false],
    ['far larger', { rule: 'r', area: { x: 0, y: 0, width: 1, height: 1 } }, false],
    ['of another rule', { rule: 'other', area }, false],
    ['about the whole screenshot', { rule: 'r', area: null }, false],
  ])('%s', (_, settled, again) => {
    expect(isFoundAgain({ rule: 'r', area }, settled)).toBe(again);
    expect(isFoundAgain(settled, { rule: 'r', area })).toBe(again);
  });
  test('both without an area', () => {
    expect(isFoundAgain({ rule: 'r', area: null }, { rule: 'r', area: null })).toBe(true);
  });
  test.each([
    ['overlapping a little', { x: 0, y: 0, width: 0.51, height: 1 }, true],
    ['beside it', { x: 0, y: 0, width: 0.5, height: 1 }, false],
    ['without a box', null, true],
  ])('of a model, %s', (_, box, again) => {
    const by = { rule: 'r', foundBy: 'model' };
    expect(isFoundAgain({ ...by, area }, { ...by, area: box })).toBe(again);
  });
});
