import { describe, expect, test } from 'vitest';
import { mark, openReview, resolvedMark, screenshot, secondPass, viewOf } from '../../../server/contract/examples.ts';
import {
  askedFor,
  countsOf,
  groupMarks,
  hasMark,
  marksOn,
  mayPlace,
  modesFor,
  movementOf,
  mustFixOf,
  ownAddress,
  passesOf,
  placesElsewhere,
  reportedSince,
  seenKey,
} from '../../../server/web/review/derive.ts';
import { missingShots } from '../../../server/web/screenshots/missing-shots.ts';
import type { Mark, PageView, Screenshot } from '../../../server/web/shared/types.ts';
import { measuredOf } from '../../../server/web/verify/measured.ts';

const statuses = ['withdrawn', 'reopened', 'verified', 'resolved', 'in_progress', 'open'] as const;
/** One of each status, the last first. */
const marks: Mark[] = statuses.map((status, at) => ({ ...mark, id: 6 - at, status, must_fix: at % 2 === 0 }));
const ids = (of: readonly Mark[]) => of.map(({ id }) => id);

describe('marks', () => {
  test('are grouped by what the person has to do, by number', () => {
    const { toVerify, outstanding, verified, withdrawn } = groupMarks(marks);
    expect([toVerify, outstanding, verified, withdrawn].map(ids)).toEqual([[3], [1, 2, 5], [4], [6]]);
  });

  test('are counted together with those that are not sent yet', () => {
    const review = { ...openReview, marks };
    expect(countsOf(review, new Set(), [{ must_fix: true }, { must_fix: false }])).toEqual({
      mustFix: 2,
      outstanding: 5,
      unsent: 2,
      toVerify: 1,
      unseen: 1,
    });
    expect(countsOf(review, new Set([seenKey(screenshot)])).unseen).toBe(0);
    const alike = { ...review, screenshots: [0, 1, 2].map((index) => ({ ...screenshot, index })) };
    expect(countsOf(alike, new Set([seenKey(screenshot)])).unseen).toBe(2);
    expect(mustFixOf(marks)).toBe(2);
  });

  test('are drawn on their own screenshot, except deleted ones', () => {
    const elsewhere = { ...mark, id: 7, screenshot_index: 1 };
    expect(ids(marksOn({ marks: [...marks, elsewhere] }, 0))).toEqual([5, 4, 3, 2, 1]);
    expect(ids(marksOn({ marks: [...marks, elsewhere] }, 1))).toEqual([7]);
  });

  test('can be changed while the pass allows it', () => {
    const view = viewOf({ ...openReview, marks });
    const may = (can: Partial<PageView['can']>, id = 3) =>
      hasMark(
        { ...view, can: { ...view.can, mark: false, verify: false, ...can } },
        id,
        (one) => one.status === 'resolved',
      );
    expect([may({ mark: true }), may({ verify: true }), may({}), may({ mark: true }, 1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const { can } = view;
    expect(
      [{ ...can, mark: false }, { ...can, mark: false, suggest: true }, can].map((each) => mayPlace({ can: each })),
    ).toEqual([false, true, true]);
  });

  test.each([
    ['resolved', 1, null, false],
    ['resolved', 1, '2026-03-02T10:19:59.999Z', true],
    ['resolved', 1, '2026-03-02T10:20:00.000Z', false],
    ['resolved', 2, null, true],
    ['open', 2, null, false],
  ] as const)(
    '%s, of pass %i, on pass 2 decided at %s, were reported since, and are not measured: %s',
    (status, pass, decided_at, since) => {
      const criteria = [{ rule: 'contrast ≥ 4.5', holds: false, now: '1.2' }];
      const [review, reported] = [
        { decided_at, pass: 2 },
        { ...resolvedMark, status, pass, criteria },
      ];
      expect(reportedSince(review, reported)).toBe(since);
      expect(measuredOf(review, reported)).toEqual(since ? [] : criteria);
    },
  );
});

describe('the places of a mark’s element on another screenshot', () => {
  const place = { screenshot_index: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
  const found = { status: 'open', screenshot_index: 0, same_element_in: [place, { ...place, y: 0.5 }] } as Pick<
    Mark,
    'status' | 'screenshot_index' | 'same_element_in'
  >;
  const viewport = { name: 'mobile', width: 390, height: 100, scale: 2 };
  const shot = { index: 1, height: 2000, viewport };

  test.each([
    ['its first', found, shot, [place]],
    ['none on its own screenshot', { ...found, screenshot_index: 1 }, shot, []],
    ['none on a third one', found, { ...shot, index: 2 }, []],
    ['none when it is deleted', { ...found, status: 'withdrawn' as const }, shot, []],
    ['none that is taller than the viewport', found, { ...shot, height: 2001 }, []],
    ['any of an image without a viewport', found, { ...shot, height: 9000, viewport: null }, [place]],
  ])('are %s', (_, of, on, places) => {
    expect(placesElsewhere(of, on)).toEqual(places);
  });
});

describe('what is marked, against the previous pass,', () => {
  const view = viewOf(secondPass);
  const [shot] = secondPass.screenshots;
  if (shot === undefined || view.previous === null) throw new Error('The example has a screenshot and a pass before.');
  const previous = view.previous;
  const box = { x: 880, y: 1180, width: 240, height: 48 };
  const [before] = previous.marks;
  if (before === undefined || mark.element === null) throw new Error('The example has a mark before.');
  const { element } = mark;
  const now = (more: Partial<Mark>): Mark => ({ ...mark, ...more });
  const since = (more: Partial<typeof before>): PageView => ({
    ...view,
    previous: { ...previous, marks: [{ ...before, ...more }] },
  });
  const still = { right: 0, down: 0, wider: 0, taller: 0 };

  test('has moved by CSS pixels', () => {
    const moved = now({ x: 0.6975, y: 0.5414 });
    expect(movementOf(view, now({}), screenshot, shot)).toEqual(still);
    expect(movementOf(view, moved, screenshot, shot)).toEqual({ ...still, right: 13, down: -21 });
    const dense = { ...shot, viewport: { name: 'mobile', width: 640, height: 900, scale: 2 } };
    expect(movementOf(view, moved, { ...screenshot, viewport: dense.viewport }, dense)).toEqual({
      ...still,
      right: 6,
      down: -11,
    });
  });

  test('has moved with its element’s corner where that was resized', () => {
    const resized = now({ element: { ...element, box: { x: 870, y: 1190, width: 250, height: 40 } } });
    expect(movementOf(since({ element_box: box }), resized, screenshot, shot)).toEqual({
      right: -10,
      down: 10,
      wider: 10,
      taller: -8,
    });
    const wider = now({ element: { ...element, box: { ...box, width: 241 } } });
    expect(movementOf(since({ element_box: box }), wider, screenshot, shot)).toEqual({ ...still, wider: 1 });
    const taller = now({ element: { ...element, box: { ...box, height: 49 } } });
    expect(movementOf(since({ element_box: box }), taller, screenshot, shot)).toEqual({ ...still, taller: 1 });
    // One box alone says nothing of a change.
    expect(movementOf(since({ element_box: null }), wider, screenshot, shot)).toEqual(still);
    expect(movementOf(since({ element_box: { ...box, width: 9 } }), now({ element: null }), screenshot, shot)).toEqual(
      still,
    );
  });

  test('is unknown where it was not found for certain, or was elsewhere', () => {
    expect(movementOf(view, now({ position: 'uncertain' }), screenshot, shot)).toBeNull();
    expect(movementOf(since({ id: 9 }), now({}), screenshot, shot)).toBeNull();
    expect(movementOf(since({ screenshot_index: 1 }), now({}), screenshot, shot)).toBeNull();
  });
});

describe('screenshots', () => {
  const other: Screenshot = { ...screenshot, index: 1, label: 'Mobile' };
  const view = viewOf(secondPass);
  const previous = view.previous && { ...view.previous, screenshots: [screenshot, other] };

  test('that the previous pass had are missing once all of this pass are made', () => {
    const complete = { ...view, previous };
    expect(missingShots(complete)).toEqual([other]);
    expect(missingShots({ ...complete, expected_shots: 2 })).toEqual([]);
    expect(missingShots({ ...complete, review: { ...secondPass, status: 'preparing' } })).toEqual([]);
    expect(missingShots(viewOf(openReview))).toEqual([]);
    const problems = [{ label: other.label, code: 'timeout', message: 'It took too long.' }];
    expect(missingShots({ ...complete, review: { ...complete.review, problems } })).toEqual([]);
  });

  test('are compared only with one of the same label', () => {
    expect(modesFor(view, screenshot)).toEqual(['now', 'side', 'swipe', 'diff', 'onion', 'blink']);
    expect(modesFor(view, other)).toEqual(['now']);
    expect(modesFor(view, undefined)).toEqual(['now']);
  });

  test('that could not be made were asked for as well', () => {
    const problems = [{ label: 'Mobile', code: 'timeout', message: 'It took too long.' }];
    expect(askedFor({ review: { problems: problems as never }, expected_shots: 2 })).toBe(3);
  });
});

test('a later pass counts as soon as it is known', () => {
  const newest = { id: openReview.id, pass: 4, review_url: openReview.review_url };
  expect([passesOf(viewOf(secondPass)), passesOf(viewOf(secondPass, { newest }))]).toEqual([2, 4]);
});

test('an address of the service becomes one on the page’s own origin', () => {
  expect(ownAddress('https://other.example.com/r/abc?pass=2#top')).toBe('/r/abc?pass=2');
  expect(ownAddress('/r/abc')).toBe('/r/abc');
});
