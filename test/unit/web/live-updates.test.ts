import { describe, expect, test } from 'vitest';
import {
  answer,
  askedSuggestion,
  discussedSuggestion,
  finding,
  guestReply,
  mark,
  openReview,
  question,
  rejectedReview,
  suggestion,
  viewOf,
} from '../../../server/contract/examples.ts';
import { emptyFields } from '../../../server/contract/mark-fields.ts';
import { conflictOf, placedMark, samePlace } from '../../../server/web/marking/conflict.ts';
import type { Mark, PageView } from '../../../server/web/shared/types.ts';
import type { OwnChange } from '../../../server/web/sync/store.ts';
import { updatesBetween } from '../../../server/web/sync/updates-between.ts';

const base: PageView = viewOf(openReview);
const withMarks = (...marks: Mark[]): PageView => ({ ...base, review: { ...base.review, marks } });
const one: Mark = { ...mark, id: 1 };
const two: Mark = { ...mark, id: 2, body: 'Other' };
const shot = base.review.screenshots[0];
if (shot === undefined) throw new Error('The example has no shot.');

const decide: OwnChange = { name: 'decide', input: { outcome: 'approved', after_decision: 0 } };

describe('the updates between two views', () => {
  test('are empty when nothing has changed', () => {
    expect(updatesBetween(base, structuredClone(base), null)).toEqual([]);
  });

  test('list marks of others, with one sentence for each kind of change', () => {
    const before = withMarks(one, two);
    const turned = (change: Partial<Mark>) => withMarks({ ...one, ...change }, { ...two, ...change });
    expect(updatesBetween(withMarks(), withMarks(one), null)).toEqual(['Mark 1 was added.']);
    expect(updatesBetween(before, turned({ status: 'resolved' }), null)).toEqual([
      'Marks 1 and 2 were reported fixed.',
    ]);
    expect(updatesBetween(before, turned({ status: 'in_progress' }), null)).toEqual(['Marks 1 and 2 are in progress.']);
    expect(updatesBetween(before, turned({ status: 'verified' }), null)).toEqual(['Marks 1 and 2 were verified.']);
    expect(updatesBetween(before, turned({ status: 'withdrawn' }), null)).toEqual(['Marks 1 and 2 were deleted.']);
    expect(updatesBetween(before, turned({ must_fix: !one.must_fix }), null)).toEqual(['Marks 1 and 2 were changed.']);
    expect(updatesBetween(before, withMarks({ ...one, x: 0.9 }, two), null)).toEqual(['Mark 1 was changed.']);
    const asked = { ...one, replies: [question] };
    expect(updatesBetween(before, withMarks(asked, two), null)).toEqual(['The fixing agent asks about mark 1.']);
    expect(updatesBetween(withMarks(asked), withMarks({ ...asked, replies: [question, answer] }), null)).toEqual([
      'There is a new reply to mark 1.',
    ]);
    // The replies of a suggestion are older than the mark that it became.
    expect(updatesBetween(withMarks(), withMarks({ ...one, replies: [guestReply] }), null)).toEqual([
      'Mark 1 was added.',
    ]);
  });

  test('leave out the page’s own marks and decision, but not what arrived with the response to them', () => {
    const review = { ...base.review, marks: [one], suggestions: [{ ...suggestion, author: null }] };
    expect(updatesBetween(base, { ...base, review }, decide)).toEqual(['A guest left a suggestion.']);
    const discussed = { ...review, suggestions: [discussedSuggestion] };
    const asked = { ...review, suggestions: [askedSuggestion] };
    expect(updatesBetween({ ...base, review: asked }, { ...base, review: discussed }, decide)).toEqual([
      'Ola replied below a suggestion.',
    ]);
    expect(updatesBetween({ ...base, review }, { ...base, review: asked }, decide)).toEqual([]);
    const made = { number: 1, outcome: 'approved', note: null, decided_by: 'Bo' } as const;
    const decision = { ...made, verified_login: null, via: 'page' as const };
    const decided = { ...base, review: { ...base.review, decision } };
    expect(updatesBetween(base, decided, decide)).toEqual([]);
    expect(updatesBetween(base, decided, null)).toEqual(['Bo has decided.']);
  });

  test('list marks of others that arrived with the response to a change of this page', () => {
    const { screenshot_index, kind, x, y, body, must_fix } = { ...one, screenshot_index: 0, x: 0.5, y: 0.5 };
    const placed = { ...one, screenshot_index, kind, x, y };
    const more = { screenshot_index, kind, x, y, body, must_fix, client_mark_id: 'unique-to-it' };
    const theirs: Mark = { ...two, x: 0.1 };
    const own = (name: OwnChange['name'], input: OwnChange['input']): OwnChange => ({ name, input });
    expect(updatesBetween(withMarks(), withMarks(placed, theirs), own('place_mark', more))).toEqual([
      'Mark 2 was added.',
    ]);
    const verified = withMarks({ ...one, status: 'verified' }, { ...two, status: 'reopened' });
    expect(updatesBetween(withMarks(one, two), verified, own('verify_mark', { mark_id: 1 }))).toEqual([
      'Mark 2 was sent back to be fixed.',
    ]);
    const accepted = {
      ...withMarks(one, two),
      review: { ...withMarks(one, two).review, findings: [{ ...finding, mark_id: 1 }] },
    };
    const found = { ...base, review: { ...base.review, findings: [finding] } };
    expect(updatesBetween(found, accepted, own('accept_finding', { finding_id: finding.id }))).toEqual([
      'Mark 2 was added.',
    ]);
  });

  test('tell an updated request from a decision, and say where changes went that nobody sent', () => {
    const asked = viewOf(rejectedReview);
    const before = { ...asked, unsentIds: [2], sent: asked.review };
    const decision = rejectedReview.decision && { ...rejectedReview.decision, number: 2 };
    const after = { ...asked, review: { ...rejectedReview, decision } };
    expect(updatesBetween(before, after, null)).toEqual(['Mara updated the request for changes.']);
    const newest = { id: 'next', pass: 2, review_url: 'https://sightline.example.com/r/next' };
    expect(updatesBetween(before, { ...asked, newest }, null)).toEqual([
      '1 change that was not sent is on pass 2 now.',
      'Pass 2 is ready.',
    ]);
  });

  test('list findings, suggestions, screenshots and a pass, with the pass last', () => {
    const review = {
      ...base.review,
      screenshots: [...base.review.screenshots, { ...shot, index: 7, label: 'More' }],
      findings: [finding],
      suggestions: [suggestion, { ...suggestion, id: 99 }],
    };
    const newest = { id: base.review.id.replace(/.$/, 'Z'), pass: 2, review_url: base.review.review_url };
    const after = { ...base, review, newest, expected_shots: review.screenshots.length };
    const known = base.review.findings.length + base.review.suggestions.length;
    expect(known).toBe(0);
    expect(updatesBetween(base, after, null)).toEqual([
      `All ${review.screenshots.length} screenshots are ready.`,
      '1 finding came in.',
      '2 suggestions came in.',
      'Pass 2 is ready.',
    ]);
    const partly = { ...after, newest: null, expected_shots: review.screenshots.length + 1 };
    expect(updatesBetween(base, partly, null)[0]).toBe(
      `${review.screenshots.length} of ${review.screenshots.length + 1} screenshots.`,
    );
  });
});

describe('conflicts between a draft and its mark', () => {
  const place = { kind: 'point', x: 0.5, y: 0.5 } as const;
  const added: Mark = { ...one, ...place, width: null, height: null, screenshot_index: 0, status: 'open' };
  const draft = {
    key: 'k',
    markId: 1,
    screenshotIndex: 0,
    place,
    ...emptyFields,
    body: 'Mine',
    must_fix: added.must_fix,
    base: {
      ...emptyFields,
      updatedAt: added.updated_at,
      body: added.body,
      must_fix: added.must_fix,
      screenshotIndex: 0,
      place,
    },
  };

  test('arise from another’s text, must-fix or place, but not from a report', () => {
    expect(conflictOf(draft, [added])).toBeNull();
    expect(conflictOf(draft, [{ ...added, status: 'resolved', updated_at: '2030-01-01T00:00:00Z' }])).toBeNull();
    expect(conflictOf(draft, [{ ...added, body: 'Theirs' }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...added, must_fix: !added.must_fix }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...added, x: 0.7 }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...added, status: 'withdrawn' }])?.kind).toBe('withdrawn');
    expect(conflictOf(draft, [{ ...added, status: 'verified' }])?.kind).toBe('verified');
    expect(conflictOf(draft, [])?.kind).toBe('missing');
    const carried = { ...draft, base: { ...draft.base, place: null } };
    expect(conflictOf(carried, [{ ...added, x: 0.7 }])).toBeNull();
    expect(conflictOf(carried, [{ ...added, body: 'Theirs' }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...added, body: 'Mine' }])).toBeNull();
    // A new mark has nothing to conflict with.
    expect(conflictOf({ ...draft, markId: null }, [])).toBeNull();
  });

  const box = { kind: 'box', x: 0.5, y: 0.5, width: 0.2, height: 0.2 } as const;
  test.each([
    [null, null, true],
    [null, place, false],
    [place, null, false],
    [place, box, false],
    [place, { ...place, x: 0.50001 }, true],
    [place, { ...place, x: 0.50003 }, false],
    [place, { ...place, y: 0.50003 }, false],
    [box, { ...box }, true],
    [box, { ...box, width: 0.3 }, false],
    [box, { ...box, height: 0.3 }, false],
  ])('come from a place only if it differs by more than rounding: %j, %j', (a, b, same) => {
    expect(samePlace(a, b)).toBe(same);
  });

  test('do not prevent finding a new mark among those that others placed at the same time', () => {
    const wanted = { kind: 'point', x: 0.5, y: 0.5, screenshot_index: 0, body: 'Mine' } as const;
    const mine = { ...added, id: 2, body: 'Mine' };
    const other = { ...added, id: 3, x: 0.1, body: 'Elsewhere' };
    expect(placedMark([added, mine, other], new Set([1]), wanted)?.id).toBe(2);
    expect(placedMark([added, mine, other], new Set([1, 2, 3]), wanted)?.id).toBe(2);
    expect(placedMark([other], new Set([3]), wanted)).toBeUndefined();
  });
});
