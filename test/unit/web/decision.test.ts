import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../server/contract/cause.ts';
import { acceptable } from '../../../server/contract/cause-groups.ts';
import {
  mark,
  noiseRule,
  noisyReview,
  openReview,
  rejectedReview,
  secondPass,
} from '../../../server/contract/examples.ts';
import { acceptedKey, isUnsent, keyOf } from '../../../server/web/compare/accepted-causes.ts';
import { decisionInput, knownOf } from '../../../server/web/decide/deciding.ts';
import {
  handedOver,
  handedOverMore,
  likelyOutcome,
  mayComeBack,
  needsNote,
  toSettle,
} from '../../../server/web/decide/decision.ts';
import { missing } from '../../../server/web/decide/missing.ts';
import { seenKey } from '../../../server/web/review/derive.ts';
import type { Mark, Review, Screenshot } from '../../../server/web/shared/types.ts';

const decided_at = '2026-03-02T10:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(decided_at) + seconds * 1000).toISOString();
const nothing = { get: () => null };
const marks = (...each: Partial<Mark>[]): Mark[] => each.map((more, at) => ({ ...mark, id: at + 1, ...more }));
const decided = (outcome: 'approved' | 'changes_requested'): Review['decision'] =>
  rejectedReview.decision && { ...rejectedReview.decision, outcome };
const ids = (of: Mark[]) => of.map(({ id }) => id);

describe('the outcome suggested first', () => {
  test.each([
    [null, 0, 'approved'],
    [null, 1, 'changes_requested'],
    ['approved', 0, 'changes_requested'],
    ['changes_requested', 1, 'approved'],
  ] as const)('after the decision %s, with %i marks outstanding, is %s', (outcome, outstanding, likely) => {
    expect(likelyOutcome({ decision: outcome && decided(outcome) }, { outstanding })).toBe(likely);
  });
  test('with changes that are not sent yet, is the same again', () => {
    const now = { decision: decided('changes_requested') };
    expect(likelyOutcome(now, { outstanding: 1 }, [1])).toBe('changes_requested');
  });
});

test('an approval has to settle the must-fix marks that are outstanding', () => {
  const all = marks(
    { status: 'open' },
    { status: 'reopened' },
    { status: 'open', must_fix: false },
    { status: 'resolved' },
    { status: 'verified' },
  );
  expect(ids(toSettle({ ...openReview, marks: all }))).toEqual([1, 2]);
});

test('a changed approval may restore the marks that were settled', () => {
  const all = marks({ status: 'verified' }, { status: 'withdrawn' }, { status: 'open' });
  const back = (outcome: 'approved' | 'changes_requested') =>
    ids(mayComeBack({ ...openReview, decision: decided(outcome), marks: all }));
  expect([back('approved'), back('changes_requested')]).toEqual([[1, 2], []]);
});

describe('a request for changes', () => {
  test.each([
    ['with an open mark', { marks: marks({ status: 'open' }) }, 0, false],
    ['with a mark that is not sent yet', {}, 1, false],
    [
      'instead of an approval that settled a mark',
      { decision: decided('approved'), marks: marks({ status: 'verified' }) },
      0,
      false,
    ],
    ['with nothing that says what should change', { marks: marks({ status: 'verified' }) }, 0, true],
  ] as const)('%s requires a note: %#', (_, more, unsent, needed) => {
    const review: Review = { ...openReview, ...more };
    const form = { outcome: 'changes_requested', note: ' \n\u200b', name: '', settle: {} } as const;
    expect(needsNote(review, 'changes_requested', unsent)).toBe(needed);
    expect(missing(review, form, unsent)).toBe(
      needed ? 'Write a note: there is no open mark that says what should change.' : null,
    );
    expect(missing(review, { ...form, note: 'Bigger.' }, unsent)).toBeNull();
    expect(missing(review, { ...form, outcome: 'approved', settle: { 1: 'verified' } }, unsent)).toBeNull();
  });
});

test('an approval is not sent before each must-fix mark is settled', () => {
  const review = { ...openReview, marks: marks({}, {}) };
  const form = { outcome: 'approved', note: '', name: '' } as const;
  expect(missing(review, { ...form, settle: { 1: 'verified' } })).toBe('Choose Fixed or Remove for each mark above.');
  expect(missing(review, { ...form, settle: { 1: 'verified', 2: 'withdrawn' } })).toBeNull();
  expect(missing(review, { ...form, outcome: 'changes_requested', settle: {} })).toBeNull();
});

const approval = {
  reference: null,
  revision: null,
  outcome: 'approved' as const,
  decided_by: null,
  verified_login: null,
  decided_at,
};

test('the request of a decision has what was entered, and the number of the decision that was seen', () => {
  const review: Review = { ...rejectedReview, marks: marks({}, {}, { must_fix: false }) };
  const form = {
    outcome: 'approved',
    note: ' Fine. ',
    name: ' Mara ',
    settle: { 1: 'verified', 3: 'withdrawn' },
  } as const;
  const seenNothing = new Set<string>();
  expect(decisionInput(review, form, knownOf({ review }, seenNothing, nothing))).toEqual({
    outcome: 'approved',
    after_decision: 1,
    note: 'Fine.',
    name: 'Mara',
    settle: [{ mark_id: 1, as: 'verified' }],
  });
  expect(
    decisionInput(openReview, { ...form, note: ' ', name: '' }, knownOf({ review: openReview }, seenNothing, nothing)),
  ).toEqual({
    outcome: 'approved',
    after_decision: 0,
  });
  const asked = { ...form, outcome: 'changes_requested', note: '', name: '' } as const;
  expect(decisionInput(review, asked, { decision: 0, noise: ['n'], accepted: null })).toEqual({
    outcome: 'changes_requested',
    after_decision: 0,
  });
  expect(
    decisionInput(openReview, { ...form, note: '', name: '' }, { decision: 0, noise: ['n'], accepted: null }).noise,
  ).toEqual(['n']);
});

describe('what was accepted by its causes', () => {
  const [shot] = noisyReview.screenshots as [Screenshot];
  const style = { kind: 'style', selector: 'p', text: null, certainty: 'certain', elsewhere: false } as const;
  type Given = string | (Partial<Cause> & { summary: string });
  const causeOf = (given: Given): Cause => ({
    ...{ ...style, styles: [], summary: '' },
    ...(typeof given === 'string' ? { summary: given } : given),
  });
  const areaWith = (...causes: Given[]) => ({
    ...{ x: 0, y: 0, width: 1, height: 1, kind: 'changed' as const, share: 0.5 },
    causes: causes.map(causeOf),
  });
  /** A review whose screenshots have gaps in their indexes, as where captures failed, with a mark on the 99th. */
  const reviewWith = (...shots: ReturnType<typeof areaWith>[][]): Review => ({
    ...noisyReview,
    marks: marks({ screenshot_index: 99 }),
    screenshots: shots.map((areas, at): Screenshot => {
      const base_change = shot.base_change && { ...shot.base_change, noise: [], areas };
      return { ...shot, index: at * 2, base_change };
    }),
  });
  const kept = (summary: string, ...on: number[]) => keyOf({ cause: causeOf(summary), screenshots: on });
  const memoryOf = (review: Review, ...keys: string[]) => ({
    get: (key: string) => (key === acceptedKey(review, 'base') ? keys.join(' ') : null),
  });
  const acceptedBy = (review: Review, ...keys: string[]) =>
    knownOf({ review }, new Set(), memoryOf(review, ...keys)).accepted?.screenshots;

  test('is sent with a request for changes', () => {
    const review = reviewWith([areaWith('A b → c')], [areaWith('D')]);
    const known = knownOf({ review }, new Set(), memoryOf(review, kept('A b → c', 0)));
    expect(known.accepted).toEqual({ base_id: review.base?.id, screenshots: [0] });
    const form = { note: '', name: '', settle: {} };
    expect(decisionInput(review, { ...form, outcome: 'changes_requested' }, known).accepted).toEqual(known.accepted);
    expect(decisionInput(review, { ...form, outcome: 'approved' }, known)).not.toHaveProperty('accepted');
    expect(knownOf({ review }, new Set(), nothing).accepted).toBeNull();
    // Nothing was ever accepted, or it was and no longer is.
    expect(knownOf({ review }, new Set(), memoryOf(review)).accepted).toBeNull();
    expect(knownOf({ review, accepted_screenshots: [0] }, new Set(), memoryOf(review)).accepted?.screenshots).toEqual(
      [],
    );
  });

  test('is to be sent again when the last request accepts others', () => {
    const review = { ...reviewWith([areaWith('A')], [areaWith('D')]), decision: decided('changes_requested') };
    const isOther = (last: number[], ...keys: string[]) =>
      isUnsent({ review, accepted_screenshots: last }, memoryOf(review, ...keys));
    expect(isOther([0], kept('A', 0))).toBe(false);
    expect(isOther([0], kept('A', 0), kept('D', 2))).toBe(true);
    expect(isOther([0])).toBe(true);
    expect(isUnsent({ review, accepted_screenshots: [0] }, nothing)).toBe(false);
    expect(isUnsent({ review: { ...review, decision: null } }, memoryOf(review, kept('A', 0)))).toBe(false);
  });

  test('is a screenshot of which every cause is', () => {
    const review = reviewWith(
      [areaWith('A'), areaWith('D')],
      [areaWith('A')],
      [areaWith('A', 'D')],
      [areaWith('A'), areaWith()],
      [],
    );
    expect(acceptedBy(review, kept('A', 0, 2, 4, 6))).toEqual([2]);
    expect(acceptedBy(review, kept('A', 0, 2, 4, 6), kept('D', 0))).toEqual([0, 2, 4]);
    // It was on fewer screenshots then.
    expect(acceptedBy(review, kept('A', 0, 2, 4))).toEqual([]);
  });

  test('is none whose causes do not say all of it', () => {
    const styles = Array.from({ length: 5 }, (_, at) => ({ property: `p${at}`, from: 'a', to: 'b' }));
    const partial: Given[] = [
      { summary: 'A', certainty: 'likely' },
      { summary: 'A', kind: 'image' },
      { summary: 'A', kind: 'moved' },
      { summary: 'A', styles },
      { summary: 'A', kind: 'text', text: { from: '…the beginning', to: '…the end' } },
    ];
    for (const cause of partial) expect(acceptedBy(reviewWith([areaWith(cause)]), kept('A', 0))).toEqual([]);
    const whole: Given = { summary: 'A', kind: 'text', text: { from: 'Pay', to: 'Buy' } };
    expect(acceptedBy(reviewWith([areaWith(whole)]), kept('A', 0))).toEqual([0]);
    const five = ['A', 'A', 'A', 'A', 'A'];
    expect(acceptedBy(reviewWith([areaWith(...five)]), kept('A', 0))).toEqual([]);
  });

  test('is none with a mark on it or on the same element, and none where no mark says what is to change', () => {
    const on = (screenshot_index: number | null, ...also: number[]) => ({
      screenshot_index,
      same_element_in: also.map((index) => ({ screenshot_index: index })),
    });
    expect(acceptable([0, 1, 2, 3], [on(1), on(null, 3)])).toEqual([0, 2]);
    expect(acceptable([0, 1], [on(null)])).toEqual([0, 1]);
    expect(acceptable([0, 1], [])).toEqual([]);
  });
});

test('a person knows the noise rules of the chain whose screenshots they have seen', () => {
  const [shot] = noisyReview.screenshots as [Screenshot];
  const knownBy = (review_id: string | null, seen = new Set([seenKey(shot)])) => {
    const approved_in = review_id === null ? null : { ...approval, review_id };
    const base_change = shot.base_change && { ...shot.base_change, noise: [{ ...noiseRule, approved_in }] };
    return knownOf({ review: { ...noisyReview, screenshots: [{ ...shot, base_change }] } }, seen, nothing).noise;
  };
  // Those of other reviews are in force already.
  expect([null, noisyReview.id, 'other'].map((id) => knownBy(id))).toEqual([[noiseRule.id], [noiseRule.id], []]);
  expect(knownBy(null, new Set())).toEqual([]);
});

describe('the marks that a request for changes has sent', () => {
  test.each([
    ['open', 2, -1, true],
    ['in_progress', 1, -1, true],
    ['resolved', 1, 1, true],
    ['resolved', 2, -1, false],
    ['verified', 2, 1, true],
    ['verified', 2, -1, false],
    ['withdrawn', 1, 1, false],
  ] as const)(
    'include one that is %s, of pass %i, changed %i s after the decision: %#',
    (status, pass, seconds, sent) => {
      const review = { ...secondPass, decided_at, marks: marks({ status, pass, updated_at: later(seconds) }) };
      expect(ids(handedOver(review))).toEqual(sent ? [1] : []);
    },
  );

  test('do not include one that was placed since, which a later pass may have taken along', () => {
    const since = marks({ status: 'open', created_at: later(1), updated_at: later(2) });
    expect(handedOver({ ...secondPass, decided_at, marks: since })).toEqual([]);
  });

  test.each([
    ['verified', 1, 1, true],
    ['withdrawn', 1, 1, true],
    ['verified', 2, 1, false],
    ['verified', 1, -1, false],
    ['open', 1, 1, false],
  ] as const)(
    'may be more than an older pass shows: one that is %s, of pass %i, changed %i s after the decision',
    (status, pass, seconds, more) => {
      const review = { ...secondPass, marks: marks({ status, pass, updated_at: later(seconds) }) };
      expect(handedOverMore({ ...review, decided_at })).toBe(more);
      expect(handedOverMore({ ...review, decided_at: null })).toBe(false);
    },
  );
});
