import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decisionInput, missing, needsNote, toSettle } from '../../server/web/review/decision.ts';
import { countsOf, groupMarks, modesFor, ownAddress, pullRequestOf } from '../../server/web/review/derive.ts';
import { decisionSentence } from '../../server/web/review/sentences.ts';
import type { ReviewerView } from '../../server/web/review/types.ts';
import { startService, type TestService } from '../support/service.ts';
import { picture } from './support/picture.ts';

let service: TestService;
let view: ReviewerView;

beforeAll(async () => {
  service = await startService();
  const client = await service.newClient();
  const images = [
    { image: await picture(800, 600, '#9ab'), label: 'Desktop' },
    { image: await picture(390, 700, '#9ab'), label: 'Mobile' },
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

describe('what the service says', () => {
  test('is grouped by what the person has to do', () => {
    const { outstanding, toVerify, withdrawn } = groupMarks(view.review.marks);
    expect(outstanding.map(({ id }) => id)).toEqual([1, 2]);
    expect(toVerify).toEqual([]);
    expect(withdrawn.map(({ id }) => id)).toEqual([3]);
  });

  test('is counted with the shots not seen on this device', () => {
    const seen = new Set([view.review.screenshots[0]?.sha256 ?? '']);
    expect(countsOf(view.review, seen)).toEqual({ mustFix: 1, outstanding: 2, toVerify: 0, unseen: 1 });
  });

  test('of a first pass has nothing to compare', () => {
    expect(modesFor(view, view.review.screenshots[0])).toEqual(['now']);
  });

  test('names its pictures on whatever origin the page was opened from', () => {
    const url = view.review.screenshots[0]?.url ?? '';
    expect(url.startsWith(service.url)).toBe(true);
    expect(service.url + ownAddress(url)).toBe(url);
  });
});

describe('deciding', () => {
  test('an approval waits until every must-fix mark is settled, and sends only those', () => {
    expect(toSettle(view.review).map(({ id }) => id)).toEqual([1]);
    expect(missing(view.review, form)).toMatch(/each mark/);
    const settled = { ...form, settle: { 1: 'verified', 2: 'withdrawn' } } as const;
    expect(missing(view.review, settled)).toBeNull();
    expect(decisionInput(view.review, settled)).toEqual({
      outcome: 'approved',
      after_decision: 0,
      settle: [{ mark_id: 1, as: 'verified' }],
    });
  });

  test('asking for changes needs words only when no open mark has them', () => {
    const asking = { ...form, outcome: 'changes_requested' } as const;
    expect(missing(view.review, asking)).toBeNull();
    const bare = { ...view.review, marks: [] };
    expect(needsNote(bare, 'changes_requested')).toBe(true);
    expect(missing(bare, { ...asking, note: '  ' })).toMatch(/note/);
    expect(decisionInput(bare, { ...asking, note: ' More air ', name: ' Ada ' })).toEqual({
      outcome: 'changes_requested',
      after_decision: 0,
      note: 'More air',
      name: 'Ada',
    });
  });

  test('is told in a sentence that names the pull request', async () => {
    expect(decisionSentence(view.review)).toBeNull();
    const link = service.byLink(view.review.review_url);
    const decided = await link.call('decide', { outcome: 'changes_requested', name: 'Ada', after_decision: 0 });
    expect(decisionSentence(decided.review)).toEqual({
      what: 'Ada asked for changes.',
      next: 'The check on pull request 42 will fail. 2 marks were handed over for fixing. You will find the next pass at this same address.',
    });
  });

  test('knows a pull request only from a reference that says so', () => {
    expect(pullRequestOf('github:7:42:visual')).toBe('42');
    expect(pullRequestOf('ticket-42')).toBeNull();
    expect(pullRequestOf(null)).toBeNull();
  });
});
