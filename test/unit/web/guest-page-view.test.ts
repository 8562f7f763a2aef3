import { expect, test } from 'vitest';
import { guestView, mark } from '../../../server/contract/examples.ts';
import type { GuestView } from '../../../server/contract/guest.ts';
import { pageViewOf } from '../../../server/web/guest/page-view.ts';

const newest = { pass: 2, guest_share_url: 'https://sightline.example.com/g/next' };

test.each([
  [{}, null],
  [{ status: 'preparing', can: { suggest: false } }, null],
  [{ status: 'approved' }, 'The reviewer has approved this pass. Thank you: nothing more can be suggested here.'],
  [
    { status: 'changes_requested' },
    'The reviewer has requested changes. Thank you: nothing more can be suggested until there is a next pass.',
  ],
  [{ status: 'expired' }, 'This pass has expired: nothing more can be suggested. Suggestions stay readable.'],
  [{ status: 'cancelled' }, 'This review was withdrawn: no one is waiting for suggestions.'],
  [{ status: 'superseded' }, 'A newer pass has replaced this one: nothing more can be suggested here.'],
  [{ status: 'superseded', newest }, 'You’re viewing an older pass. Pass 2 is available.'],
  [{ status: 'changes_requested', newest }, 'You’re viewing an older pass. Pass 2 is available.'],
  [{ status: 'failed', read_only_reason: 'There is nothing to suggest.' }, 'There is nothing to suggest.'],
] satisfies [Partial<GuestView>, string | null][])(
  'a guest is told why nothing can be suggested: %j',
  (more, reason) => {
    const open = Object.keys(more).length === 0;
    expect(pageViewOf({ ...guestView, can: { suggest: open }, ...more }, 'G1').read_only_reason).toBe(reason);
  },
);

test('a guest’s page shows the review without what only its reviewer sees', () => {
  const { id, screenshot_index, kind, x, y, width, height, body } = mark;
  const marks = (['open', 'resolved', 'reopened', 'verified', 'withdrawn'] as const).map((status) => ({
    ...{ id, screenshot_index, kind, x, y, width, height, body, status },
  }));
  const { review, can, newest: later, passes } = pageViewOf({ ...guestView, marks, newest }, 'G1');
  const { title, context, status, pass, expires_at } = guestView;
  expect(review).toMatchObject({ id: 'G1', title, context, status, pass, expires_at, webhook: null, decision: null });
  expect(review.marks.map((each) => each.status)).toEqual(['open', 'open', 'open', 'verified', 'withdrawn']);
  expect(review.screenshots).toEqual(
    guestView.screenshots.map((shot) => ({ ...shot, change: null, elements_url: null })),
  );
  expect(can).toEqual({ mark: false, decide: false, change_mind: false, verify: false, reply: false, suggest: true });
  expect([later, passes]).toEqual([{ id: '2', pass: 2, review_url: newest.guest_share_url }, []]);
});
