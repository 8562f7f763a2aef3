import type { Mark } from '../../contract/mark.ts';
import type { Review, Screenshot } from '../../contract/review.ts';
import { type DomainError, invalid } from '../failure.ts';

const listed = (numbers: readonly number[]): string => numbers.join(', ');

/** Returns an error that says why a review has no image to show, and what to do. */
function noShots(review: Review, keptSince: Date): DomainError {
  if (review.status === 'preparing') {
    return invalid('id', 'The screenshots of this review are still being made. Call again in a few seconds.');
  }
  if (review.status === 'failed') return invalid('id', review.next_action.summary);
  if (new Date(review.expires_at) >= keptSince) {
    return invalid('id', `This review has no screenshots. ${review.next_action.summary}`);
  }
  return invalid(
    'id',
    'This review has no screenshots any more: they are deleted some time after it expired. Open a new pass.',
  );
}

function findMark(review: Review, id: number): Mark & { screenshot_index: number } {
  const mark = review.marks.find((each) => each.id === id);
  if (mark === undefined) {
    const others = review.marks.map((each) => each.id);
    const which = others.length === 0 ? 'It has none.' : `Its marks: ${listed(others)}.`;
    throw invalid('mark', `Mark ${id} is not on this pass. ${which}`);
  }
  const { screenshot_index } = mark;
  if (screenshot_index === null) {
    const before = review.parent_id === null ? '' : ` Look at it on the pass before: ${review.parent_id}.`;
    throw invalid('mark', `Mark ${id} lies on a screenshot that this pass does not have.${before}`);
  }
  return { ...mark, screenshot_index };
}

/**
 * Returns the requested screenshot, and the mark if one is requested. `keptSince`: the screenshots of reviews that
 * expired earlier are deleted. @throws DomainError that lists what there is instead
 */
export function chooseShot(
  review: Review,
  asked: { screenshot_index?: number | undefined; mark?: number | undefined },
  keptSince: Date,
): { shot: Screenshot; mark: Mark | null } {
  if (review.screenshots.length === 0) throw noShots(review, keptSince);
  const mark = asked.mark === undefined ? null : findMark(review, asked.mark);
  const index = asked.screenshot_index ?? mark?.screenshot_index ?? 0;
  if (mark !== null && index !== mark.screenshot_index) {
    throw invalid(
      'screenshot_index',
      `Mark ${mark.id} lies on screenshot ${mark.screenshot_index}. Leave screenshot_index out.`,
    );
  }
  const shot = review.screenshots.find((each) => each.index === index);
  if (shot === undefined) {
    const there = listed(review.screenshots.map((each) => each.index));
    const more = review.status === 'preparing' ? ' Others are still being made: call again in a few seconds.' : '';
    const count = review.screenshots.length === 1 ? '1 screenshot' : `${review.screenshots.length} screenshots`;
    throw invalid(
      'screenshot_index',
      `There is no screenshot ${index}: this review has ${count}, index ${there}.${more}`,
    );
  }
  return { shot, mark };
}
