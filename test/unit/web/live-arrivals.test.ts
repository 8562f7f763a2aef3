import { describe, expect, test } from 'vitest';
import { finding, mark, openReview, suggestion, viewOf } from '../../../server/contract/examples.ts';
import { arrivals } from '../../../server/web/review/arrivals.ts';
import { conflictOf, placedMark } from '../../../server/web/review/conflict.ts';
import { notesOf } from '../../../server/web/review/notes.ts';
import type { Mark, ReviewerView } from '../../../server/web/review/types.ts';

const base: ReviewerView = viewOf(openReview);
const withMarks = (...marks: Mark[]): ReviewerView => ({ ...base, review: { ...base.review, marks } });
const one: Mark = { ...mark, id: 1 };
const two: Mark = { ...mark, id: 2, body: 'Other' };
const shot = base.review.screenshots[0];
if (shot === undefined) throw new Error('The example has no shot.');

describe('what has arrived between two views', () => {
  test('nothing, when nothing has', () => {
    expect(arrivals(base, structuredClone(base), false)).toEqual([]);
  });

  test('marks of others, each kind in one sentence', () => {
    const before = withMarks(one, two);
    const turned = (change: Partial<Mark>) => withMarks({ ...one, ...change }, { ...two, ...change });
    expect(arrivals(withMarks(), withMarks(one), false)).toEqual(['Mark 1 was pinned.']);
    expect(arrivals(before, turned({ status: 'resolved' }), false)).toEqual(['Marks 1 and 2 were reported fixed.']);
    expect(arrivals(before, turned({ status: 'in_progress' }), false)).toEqual(['Marks 1 and 2 are in progress.']);
    expect(arrivals(before, turned({ status: 'verified' }), false)).toEqual(['Marks 1 and 2 were verified.']);
    expect(arrivals(before, turned({ status: 'withdrawn' }), false)).toEqual(['Marks 1 and 2 were withdrawn.']);
    expect(arrivals(before, turned({ must_fix: !one.must_fix }), false)).toEqual(['Marks 1 and 2 were changed.']);
    expect(arrivals(before, withMarks({ ...one, x: 0.9 }, two), false)).toEqual(['Mark 1 was changed.']);
  });

  test('not the page’s own marks and decision, but what came with their answer', () => {
    const review = { ...base.review, marks: [one], suggestions: [{ ...suggestion, author: null }] };
    expect(arrivals(base, { ...base, review }, true)).toEqual(['A guest left a suggestion.']);
    const said = { number: 1, outcome: 'approved', note: null, decided_by: 'Bo' } as const;
    const decision = { ...said, verified_login: null, via: 'page' as const };
    const decided = { ...base, review: { ...base.review, decision } };
    expect(arrivals(base, decided, true)).toEqual([]);
    expect(arrivals(base, decided, false)).toEqual(['Bo has decided.']);
  });

  test('hints, suggestions, shots and a pass, the pass last', () => {
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
    expect(arrivals(base, after, false)).toEqual([
      `All ${review.screenshots.length} shots were made.`,
      '1 hint came in.',
      '2 suggestions came in.',
      'Pass 2 is ready.',
    ]);
    const partly = { ...after, newest: null, expected_shots: review.screenshots.length + 1 };
    expect(arrivals(base, partly, false)[0]).toBe(
      `${review.screenshots.length} of ${review.screenshots.length + 1} shots.`,
    );
  });

  test('stands above the picture only when it was so from the start', () => {
    const newest = { id: base.review.id, pass: 2, review_url: base.review.review_url };
    const later = { ...base, newest };
    expect(notesOf(later, base, null).settled).toEqual([]);
    expect(notesOf(later, later, null).settled.map(({ kind }) => kind)).toEqual(['newer']);
    expect(notesOf(base, base, { kind: 'offline' }).arrived.map(({ kind }) => kind)).toEqual(['trouble']);
    const making = { ...base, expected_shots: base.review.screenshots.length + 1 };
    expect(notesOf(making, making, null).settled.map(({ kind }) => kind)).toEqual(['making']);
    // The line stays when all are made, so that the picture below it does not move.
    expect(notesOf(base, making, null).settled.map(({ kind }) => kind)).toEqual(['making']);
  });
});

describe('what stands between a draft and its mark', () => {
  const place = { kind: 'point', x: 0.5, y: 0.5 } as const;
  const pinned: Mark = { ...one, ...place, width: null, height: null, screenshot_index: 0, status: 'open' };
  const draft = {
    key: 'k',
    markId: 1,
    screenshotIndex: 0,
    place,
    body: 'Mine',
    mustFix: pinned.must_fix,
    base: {
      updatedAt: pinned.updated_at,
      body: pinned.body,
      mustFix: pinned.must_fix,
      screenshotIndex: 0,
      place,
    },
  };

  test('another’s words, must-fix or place; not a report', () => {
    expect(conflictOf(draft, [pinned])).toBeNull();
    expect(conflictOf(draft, [{ ...pinned, status: 'resolved', updated_at: '2030-01-01T00:00:00Z' }])).toBeNull();
    expect(conflictOf(draft, [{ ...pinned, body: 'Theirs' }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...pinned, must_fix: !pinned.must_fix }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...pinned, x: 0.7 }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...pinned, status: 'withdrawn' }])?.kind).toBe('withdrawn');
    expect(conflictOf(draft, [])?.kind).toBe('gone');
    const carried = { ...draft, base: { ...draft.base, place: null } };
    expect(conflictOf(carried, [{ ...pinned, x: 0.7 }])).toBeNull();
    expect(conflictOf(carried, [{ ...pinned, body: 'Theirs' }])?.kind).toBe('changed');
    expect(conflictOf(draft, [{ ...pinned, body: 'Mine' }])).toBeNull();
  });

  test('a new mark is found among what others pinned at the same time', () => {
    const wanted = { kind: 'point', x: 0.5, y: 0.5, screenshot_index: 0, body: 'Mine' } as const;
    const mine = { ...pinned, id: 2, body: 'Mine' };
    const other = { ...pinned, id: 3, x: 0.1, body: 'Elsewhere' };
    expect(placedMark([pinned, mine, other], new Set([1]), wanted)?.id).toBe(2);
    expect(placedMark([pinned, mine, other], new Set([1, 2, 3]), wanted)?.id).toBe(2);
    expect(placedMark([other], new Set([3]), wanted)).toBeUndefined();
  });
});
