import { describe, expect, test } from 'vitest';
import { finding, mark, openReview, resolvedMark, suggestion, viewOf } from '../../../server/contract/examples.ts';
import { emptyFields } from '../../../server/contract/mark-fields.ts';
import { carryEntry } from '../../../server/web/review/passes.ts';
import type { PageView } from '../../../server/web/shared/types.ts';
import {
  alreadySo,
  type Entry,
  type Kept,
  newMarks,
  parseEntry,
  subjectOf,
  withPending,
} from '../../../server/web/sync/outbox-entry.ts';

const view = viewOf({ ...openReview, marks: [mark, resolvedMark], findings: [finding], suggestions: [suggestion] });
const entry = (name: Kept, input: object, draft: string | null = null): Entry =>
  ({ key: '1', name, input, draft }) as Entry;
const onMark = (name: Kept, more: object = {}) => entry(name, { mark_id: 1, ...more });

test('a stored change is read as it was written, and anything else is left out', () => {
  const kept = onMark('edit_mark', { body: 'Paler' });
  expect(parseEntry(JSON.stringify(kept))).toEqual(kept);
  const { draft: _, ...old } = kept;
  expect(parseEntry(JSON.stringify(old))).toEqual(kept);
  const broken = [{ key: 7 }, { name: 7 }, { name: 'decide' }, { name: 'toString' }, { input: null }, { input: 'x' }];
  for (const each of broken) expect(parseEntry(JSON.stringify({ ...kept, ...each }))).toBeNull();
  for (const text of [null, '', '{', 'null', '7']) expect(parseEntry(text)).toBeNull();
});

test('a change is about a mark, a finding or a suggestion; a new mark about none', () => {
  const inputs = [{ mark_id: 1 }, { finding_id: 2 }, { suggestion_id: 3 }, { body: 'x' }];
  expect(inputs.map((input) => subjectOf({ input } as Entry))).toEqual([
    { kind: 'mark', id: 1 },
    { kind: 'finding', id: 2 },
    { kind: 'suggestion', id: 3 },
    null,
  ]);
});

test('only new marks are counted as such', () => {
  const entries = [
    entry('place_mark', { must_fix: true }),
    entry('place_mark', { must_fix: false }),
    entry('place_mark', {}),
    onMark('edit_mark', { must_fix: true }),
  ];
  expect(newMarks(entries)).toEqual([{ must_fix: true }, { must_fix: false }]);
});

describe('a change has already taken effect', () => {
  const line = {
    kind: 'line' as const,
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ],
  };
  const now = (more: Partial<typeof mark>): PageView => viewOf({ ...openReview, marks: [{ ...mark, ...more }] });
  test.each([
    [now({ status: 'verified' }), onMark('verify_mark'), true],
    [now({ status: 'resolved' }), onMark('verify_mark'), false],
    [now({ status: 'withdrawn' }), onMark('withdraw_mark'), true],
    [now({ status: 'open' }), onMark('restore_mark'), false],
    [now({ body: 'Paler' }), onMark('edit_mark', { body: 'Paler', after_update: 'x' }), true],
    [now({ body: 'Paler', x: 0.1 + 1e-7 }), onMark('edit_mark', { body: 'Paler', x: 0.1, width: undefined }), true],
    [now({ strokes: [line] }), onMark('edit_mark', { strokes: [structuredClone(line)] }), true],
    [now({ strokes: [] }), onMark('edit_mark', { strokes: [line] }), false],
    [
      now({ reference_image_url: 'https://x.example/p/a' }),
      onMark('edit_mark', { reference_image_url: 'data:,' }),
      true,
    ],
    [now({ reference_image_url: null }), onMark('edit_mark', { reference_image_url: 'data:,' }), false],
    [now({ body: 'Paler', x: 0.1 + 1e-5 }), onMark('edit_mark', { body: 'Paler', x: 0.1 }), false],
    [now({ body: 'Darker' }), onMark('edit_mark', { body: 'Paler' }), false],
    [now({ id: 2, status: 'verified' }), onMark('verify_mark'), false],
    [view, entry('place_mark', { body: mark.body }), false],
    [
      viewOf({ ...openReview, findings: [{ ...finding, status: 'hidden' }] }),
      entry('hide_finding', { finding_id: 1 }),
      true,
    ],
    [view, entry('restore_finding', { finding_id: 1 }), true],
    [view, entry('restore_suggestion', { suggestion_id: 1 }), true],
    [view, entry('dismiss_suggestion', { suggestion_id: 1 }), false],
  ])('where the review shows it: %#', (shown, change, so) => {
    expect(alreadySo(shown, change)).toBe(so);
  });
});

describe('queued changes are shown', () => {
  const shown = (...entries: Entry[]) => withPending(view, entries).review;

  test.each([
    [[onMark('withdraw_mark')], 'withdrawn'],
    [[onMark('verify_mark')], 'verified'],
    [[onMark('reopen_mark')], 'reopened'],
    // An undo of a queued change leaves the mark as it was.
    [[onMark('verify_mark'), onMark('restore_mark')], 'open'],
    [[onMark('restore_mark')], 'open'],
  ])('on a mark: %#', (entries, status) => {
    const review = viewOf({ ...openReview, marks: [mark] });
    expect(withPending(review, entries).review.marks).toEqual([{ ...mark, status }]);
  });

  test.each([
    ['withdrawn', 'open'],
    ['verified', 'resolved'],
    ['reopened', 'resolved'],
    ['open', 'open'],
  ] as const)('a mark that was %s is restored to: %s', (status, restored) => {
    const review = viewOf({ ...openReview, marks: [{ ...mark, status }] });
    expect(withPending(review, [onMark('restore_mark')]).review.marks).toEqual([{ ...mark, status: restored }]);
  });

  test('on findings and suggestions, each on its own', () => {
    const review = shown(entry('hide_finding', { finding_id: 1 }), entry('accept_suggestion', { suggestion_id: 1 }));
    expect(review).toEqual({
      ...view.review,
      findings: [{ ...finding, status: 'hidden' }],
      suggestions: [{ ...suggestion, status: 'accepted' }],
    });
  });

  test('with the words of an edit, but not what it was based on', () => {
    const { marks } = shown(onMark('edit_mark', { body: 'Paler', after_update: 'x' }));
    expect(marks[0]).toEqual({ ...mark, body: 'Paler' });
  });

  test('except those of a draft, which is shown itself', () => {
    expect(withPending(view, [entry('edit_mark', { mark_id: 1, body: 'Paler' }, 'draft')])).toBe(view);
    expect(shown(entry('withdraw_mark', { mark_id: 9 })).marks).toEqual(view.review.marks);
  });
});

test('a later pass takes along what still means something there', () => {
  const place = { kind: 'point', x: 0.5, y: 0.25 } as const;
  const draft = { key: 'd', markId: null, screenshotIndex: 2, place, ...emptyFields, body: 'Paler' };
  const placed = entry('place_mark', { body: 'Paler', kind: 'point', x: 0.1, y: 0.1, screenshot_index: 0 }, 'd');
  expect(carryEntry(placed, draft)).toEqual({ ...placed, input: { body: 'Paler', ...place, screenshot_index: 2 } });
  expect(carryEntry(placed, null)).toBeNull();
  const verified = onMark('verify_mark');
  expect([carryEntry(verified, null), carryEntry(verified, draft)]).toEqual([verified, verified]);
  expect(carryEntry(entry('hide_finding', { finding_id: 1 }), draft)).toBeNull();
});
