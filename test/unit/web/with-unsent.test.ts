import { expect, test } from 'vitest';
import { finding, mark, rejectedReview, viewOf } from '../../../server/contract/examples.ts';
import { isNewMark } from '../../../server/web/review/derive.ts';
import { withUnsent } from '../../../server/web/review/with-unsent.ts';

const asked = viewOf({ ...rejectedReview, findings: [finding] });
const none = { marks: [], findings: [], suggestions: [] };

test('without changes the page shows the review as it was sent, also from a service that knows none', () => {
  const { unsent, ...older } = asked;
  expect(unsent).toEqual(none);
  expect(withUnsent(asked)).toEqual(older);
  expect(withUnsent(older)).toEqual(older);
});

test('changes are shown over what was sent; a new mark that was deleted again is no change', () => {
  const edited = { ...mark, body: 'Much too pale' };
  const added = { ...mark, id: 2 };
  const dropped = { ...mark, id: 3, status: 'withdrawn' as const };
  const accepted = { ...finding, status: 'accepted' as const, mark_id: 2 };
  const view = withUnsent({ ...asked, unsent: { ...none, marks: [edited, added, dropped], findings: [accepted] } });
  expect(view.review.marks).toEqual([edited, added, dropped]);
  expect(view.review.findings).toEqual([accepted]);
  expect([view.unsentIds, view.sent]).toEqual([[1, 2], asked.review]);
  expect([edited, added, dropped].map((each) => isNewMark(view, each))).toEqual([false, true, true]);
});
