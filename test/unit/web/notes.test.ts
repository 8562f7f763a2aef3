import { describe, expect, test } from 'vitest';
import { openReview, preparingReview, rejectedReview, screenshot, viewOf } from '../../../server/contract/examples.ts';
import { type Note, notesOf, preparingTitle, progressOf } from '../../../server/web/review/notes.ts';
import type { PageView } from '../../../server/web/shared/types.ts';

const open = viewOf(openReview);
const newest = { id: openReview.id, pass: 2, review_url: openReview.review_url };
const readOnly: PageView = { ...open, read_only_reason: 'This review has expired.' };
const paused = viewOf({
  ...openReview,
  webhook: { paused: true, failure_count: 5, last_error: null, last_delivered_at: null },
});
const making: PageView = { ...open, expected_shots: 2 };

const note = (kind: Note['kind'], text: string, warns = false): Note => ({ kind, text, warns });
const notes = {
  newer: note('newer', 'You’re viewing an older pass. Pass 2 is available.'),
  reason: note('reason', 'This review has expired.'),
  making: note('making', 'Capturing the page: 1 of 2 screenshots ready.'),
  paused: note(
    'paused',
    'Decisions are saved but not sent: the webhook failed five times in a row. Let the requester know. When they resume it, the latest decision is sent.',
  ),
};

describe('the notes of a review', () => {
  test.each([
    ['a later pass', { ...open, newest }, notes.newer],
    ['why nothing can be changed', readOnly, notes.reason],
    ['screenshots that are still made', making, notes.making],
    ['a paused webhook', paused, notes.paused],
  ] as [string, PageView, Note][])(
    'say %s: above the screenshot when that was so from the start, otherwise floating',
    (_, view, expected) => {
      expect(notesOf(view, view, null)).toEqual({ settled: [expected], recent: [] });
      expect(notesOf(view, open, null)).toEqual({ settled: [], recent: [expected] });
      expect(notesOf(open, open, null)).toEqual({ settled: [], recent: [] });
    },
  );

  test('say a reason only where nothing else explains it', () => {
    const reason = readOnly.read_only_reason;
    const kinds = (view: PageView) => {
      const { settled, recent } = notesOf(view, view, null);
      return [...settled, ...recent].map(({ kind }) => kind);
    };
    expect(kinds({ ...readOnly, newest })).toEqual(['newer']);
    expect(kinds({ ...viewOf(rejectedReview), read_only_reason: reason })).toEqual([]);
    expect(kinds({ ...readOnly, expected_shots: 2 })).toEqual(['making']);
    // Before the first screenshot, the stage says what is under way.
    expect(kinds({ ...viewOf(preparingReview), expected_shots: 2, read_only_reason: reason })).toEqual(['reason']);
  });

  test('say that all screenshots are ready where their number stood, so that nothing moves', () => {
    const second = { ...screenshot, index: 1, label: 'Mobile' };
    const made = viewOf({ ...openReview, screenshots: [screenshot, second] });
    const ready = note('making', 'All 2 screenshots are ready.');
    expect(notesOf(made, making, null)).toEqual({ settled: [ready], recent: [] });
    expect(notesOf(made, made, null)).toEqual({ settled: [], recent: [] });
    expect(notesOf(viewOf({ ...made.review, status: 'expired' }), making, null)).toEqual({ settled: [], recent: [] });
    expect(notesOf(made, viewOf(preparingReview, { expected_shots: 2 }), null)).toEqual({ settled: [], recent: [] });
  });

  test('count screenshots that could not be made, and do not name a guest’s source', () => {
    const problems = [{ label: 'Mobile', code: 'timeout', message: 'It took too long.' }] as never;
    const failed = { ...making, review: { ...openReview, problems } };
    expect(notesOf(failed, failed, null).settled).toEqual([
      note('making', 'Capturing the page: 1 of 3 screenshots ready.'),
    ]);
    const guest = { ...making, can: { ...making.can, suggest: true } };
    expect(notesOf(guest, guest, null).settled).toEqual([
      note('making', 'Preparing screenshots: 1 of 2 screenshots ready.'),
    ]);
  });

  test('count jobs while not all have sent their screenshots', () => {
    const sharded = (sent: number[]) =>
      viewOf({ ...preparingReview, shards: { expected: 3, sent } }, { expected_shots: 2 });
    expect([[1], [1, 2, 3]].map(sharded).map((view) => [preparingTitle(view), progressOf(view)])).toEqual([
      ['Preparing screenshots', 'Waiting for 2 jobs'],
      ['Capturing the page', '0 of 2 screenshots ready'],
    ]);
  });

  test('warn while the service cannot be reached, or when the review was deleted', () => {
    expect(notesOf(open, open, { kind: 'broken' }).recent).toEqual([
      note(
        'trouble',
        'The service cannot be reached. What you type is saved on this device, and the page keeps trying.',
        true,
      ),
    ]);
    expect(notesOf(open, open, { kind: 'missing' }).recent).toEqual([
      note(
        'trouble',
        'This review was deleted. You’re seeing its last version; copy your text before you close the page.',
        true,
      ),
    ]);
  });
});
