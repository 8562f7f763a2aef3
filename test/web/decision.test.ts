import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decisionInput } from '../../server/web/decide/deciding.ts';
import { likelyOutcome, needsNote, toSettle } from '../../server/web/decide/decision.ts';
import { missing } from '../../server/web/decide/missing.ts';
import { decisionSentence } from '../../server/web/decide/sentences.ts';
import {
  countsOf,
  groupMarks,
  modesFor,
  movementOf,
  mustFixOf,
  ownAddress,
  placesElsewhere,
  seenKey,
} from '../../server/web/review/derive.ts';
import type { Mark, PageView } from '../../server/web/shared/types.ts';
import { verifying } from '../../server/web/verify/strings.ts';
import { startService, type TestService } from '../support/service.ts';
import { pageImage } from './support/page-image.ts';

let service: TestService;
let view: PageView;

beforeAll(async () => {
  service = await startService();
  const client = await service.newClient();
  const images = [
    { image: await pageImage(800, 600, '#9ab'), label: 'Desktop' },
    { image: await pageImage(390, 700, '#9ab'), label: 'Mobile' },
  ];
  const review = await client.call('create_review', { title: 'Checkout', reference: 'github:7:42:visual', images });
  const link = service.byLink(review.review_url);
  const at = { screenshot_index: 0, kind: 'point', x: 0.5, y: 0.5 } as const;
  const place = (body: string, must_fix: boolean) =>
    link.call('place_mark', { ...at, body, must_fix, client_mark_id: crypto.randomUUID() });
  await place('Too pale', true);
  await place('A little more air', false);
  await place('Never mind', true);
  view = await link.call('withdraw_mark', { mark_id: 3 });
});
afterAll(() => service.close());

const form = { outcome: 'approved', note: '', name: '', settle: {} } as const;

describe('the view', () => {
  test('groups marks by what the person has to do', () => {
    const { outstanding, toVerify, withdrawn } = groupMarks(view.review.marks);
    expect(outstanding.map(({ id }) => id)).toEqual([1, 2]);
    expect(toVerify).toEqual([]);
    expect(withdrawn.map(({ id }) => id)).toEqual([3]);
  });

  test('counts screenshots not seen on this device', () => {
    const seen = new Set(view.review.screenshots.slice(0, 1).map(seenKey));
    expect(countsOf(view.review, seen)).toEqual({ mustFix: 1, outstanding: 2, unsent: 0, toVerify: 0, unseen: 1 });
  });

  test.each([
    [0, 0, 'exact', ''],
    [0, 48, 'exact', 'It moved 48 px down.'],
    [-12.3, -7, 'exact', 'It moved 7 px up and 12 px to the left.'],
    [0.2, 0.3, 'exact', ''],
    [0, 48, 'uncertain', null],
  ] as const)('describes a mark that moved by %s, %s px, %s', (right, down, position, sentence) => {
    const [shot] = view.review.screenshots;
    const [mark] = view.review.marks;
    if (shot === undefined || mark === undefined) throw new Error('no mark');
    // The earlier screenshot was smaller, with half the pixel ratio.
    const earlier = { ...shot, width: 400, height: 200 };
    const now = { ...shot, viewport: { name: 'phone', width: 400, height: 300, scale: 2 } };
    const marks = [{ ...mark, x: (200 - right) / 400, y: (150 - down) / 200 }];
    const previous = { id: 'before', pass: 1, screenshots: [earlier], marks } as unknown as PageView['previous'];
    const movement = movementOf({ ...view, previous }, { ...mark, position }, earlier, now);
    expect(movement && verifying.moved(movement)).toBe(sentence);
  });

  test.each([
    [{}, 'It moved 20 px to the left.', ''],
    [{ width: 300 }, '', 'Its element is now 40 px narrower.'],
    [{ x: 94, width: 341, height: 81 }, 'It moved 6 px to the left.', 'Its element is now 1 px wider and 1 px taller.'],
  ])(
    'says of a point that lies 20 px further left whether its element moved or was resized: %j',
    (box, moved, resized) => {
      const [shot] = view.review.screenshots;
      const [mark] = view.review.marks;
      if (shot === undefined || mark === undefined) throw new Error('no mark');
      const before = { x: 100, y: 50, width: 340, height: 80 };
      const marks = [{ ...mark, x: (mark.x ?? 0) + 20 / shot.width, element_box: before }];
      const previous = { id: 'before', pass: 1, screenshots: [shot], marks } as unknown as PageView['previous'];
      const now = { ...mark, element: { box: { ...before, ...box } } as Mark['element'] };
      const movement = movementOf({ ...view, previous }, now, shot, shot);
      expect(movement && [verifying.moved(movement), verifying.resized(movement)]).toEqual([moved, resized]);
    },
  );

  test('counts screenshots with the same image separately', () => {
    const [first] = view.review.screenshots;
    if (first === undefined) throw new Error('no screenshot');
    const review = { ...view.review, screenshots: [0, 1, 2].map((index) => ({ ...first, index })) };
    expect(countsOf(review, new Set([seenKey(first)])).unseen).toBe(2);
  });

  test('counts must-fix marks until they are verified', () => {
    const [first] = view.review.marks;
    if (first === undefined) throw new Error('no mark');
    const marks = [first, { ...first, status: 'resolved' as const }, { ...first, status: 'verified' as const }];
    expect(mustFixOf([...marks, { ...first, must_fix: false }])).toBe(2);
  });

  test('counts unsent marks, which suggest a request for changes', () => {
    const none = { ...view.review, marks: [] };
    const counts = countsOf(none, new Set(), [{ must_fix: true }, { must_fix: false }]);
    expect(counts).toMatchObject({ mustFix: 1, outstanding: 2, unsent: 2 });
    expect(likelyOutcome(none, counts)).toBe('changes_requested');
    expect(needsNote(none, 'changes_requested', counts.unsent)).toBe(false);
    expect(likelyOutcome(none, countsOf(none, new Set()))).toBe('approved');
    expect(needsNote(none, 'changes_requested')).toBe(true);
  });

  test('shows a mark on another screenshot only when its element fits on one screen', () => {
    const phone = { index: 1, height: 26_000, viewport: { name: 'mobile', width: 390, height: 844, scale: 2 } };
    const place = { screenshot_index: 1, x: 0, y: 0.1, width: 1, height: 1688 / 26_000 };
    const on = (height: number) =>
      placesElsewhere({ status: 'open', screenshot_index: 0, same_element_in: [{ ...place, height }] }, phone);
    expect(on(place.height)).toEqual([place]);
    expect(on(1700 / 26_000)).toEqual([]);
    expect(on(1)).toEqual([]);
  });

  test('offers no comparison on a first pass', () => {
    expect(modesFor(view, view.review.screenshots[0])).toEqual(['now']);
  });

  test('loads its screenshots from the origin at which the page was opened', () => {
    const url = view.review.screenshots[0]?.url ?? '';
    expect(url.startsWith(service.url)).toBe(true);
    expect(service.url + ownAddress(url)).toBe(url);
  });
});

describe('deciding', () => {
  test('an approval requires that every must-fix mark is settled, and sends only those', () => {
    expect(toSettle(view.review).map(({ id }) => id)).toEqual([1]);
    expect(missing(view.review, form)).toMatch(/each mark/);
    const settled = { ...form, settle: { 1: 'verified', 2: 'withdrawn' } } as const;
    expect(missing(view.review, settled)).toBeNull();
    expect(decisionInput(view.review, settled, { decision: 0, noise: [], accepted: null })).toEqual({
      outcome: 'approved',
      after_decision: 0,
      settle: [{ mark_id: 1, as: 'verified' }],
    });
  });

  test('a request for changes needs a note only without open marks', () => {
    const asking = { ...form, outcome: 'changes_requested' } as const;
    expect(missing(view.review, asking)).toBeNull();
    const bare = { ...view.review, marks: [] };
    expect(needsNote(bare, 'changes_requested')).toBe(true);
    expect(missing(bare, { ...asking, note: '  ' })).toMatch(/note/);
    expect(
      decisionInput(bare, { ...asking, note: ' More air ', name: ' Ada ' }, { decision: 0, noise: [], accepted: null }),
    ).toEqual({
      outcome: 'changes_requested',
      after_decision: 0,
      note: 'More air',
      name: 'Ada',
    });
  });

  test('a decision is described in a sentence that names the pull request', async () => {
    expect(decisionSentence(view)).toBeNull();
    const link = service.byLink(view.review.review_url);
    const decided = await link.call('decide', { outcome: 'changes_requested', name: 'Ada', after_decision: 0 });
    expect(decisionSentence(decided)).toEqual({
      what: 'Ada requested changes.',
      next: 'The check on pull request 42 will fail. 2 marks were sent to be fixed. You can add marks until the next pass appears at this link.',
    });
  });
});
