import { strings } from '../strings.ts';
import { comingOf } from './derive.ts';
import type { Mark, ReviewerView } from './types.ts';

/** What of a view can arrive. */
export type Seen = Pick<ReviewerView, 'newest' | 'expected_shots' | 'can'> & {
  review: Pick<ReviewerView['review'], 'status' | 'marks' | 'findings' | 'suggestions' | 'screenshots' | 'decision'>;
};

const words = strings.live.arrivals;

const others = (before: readonly { id: number }[]) => {
  const known = new Set(before.map(({ id }) => id));
  return ({ id }: { id: number }) => !known.has(id);
};

const sentence = (ids: readonly number[], say: (ids: readonly number[]) => string): string[] =>
  ids.length === 0 ? [] : [say([...ids].sort((a, b) => a - b))];

function ofMarks(before: readonly Mark[], after: readonly Mark[]): string[] {
  const old = new Map(before.map((mark) => [mark.id, mark]));
  const turned = (status: Mark['status']) =>
    after.flatMap((mark) => {
      const was = old.get(mark.id);
      return was !== undefined && was.status !== status && mark.status === status ? [mark.id] : [];
    });
  const edited = after.flatMap((mark) => {
    const was = old.get(mark.id);
    if (was === undefined) return [];
    const same =
      was.body === mark.body &&
      was.must_fix === mark.must_fix &&
      was.screenshot_index === mark.screenshot_index &&
      [was.x, was.y, was.width, was.height].join() === [mark.x, mark.y, mark.width, mark.height].join();
    return same ? [] : [mark.id];
  });
  return [
    ...sentence(
      after.filter(others(before)).map(({ id }) => id),
      words.pinned,
    ),
    ...sentence(turned('resolved'), words.fixed),
    ...sentence(turned('in_progress'), words.inProgress),
    ...sentence(turned('verified'), words.verified),
    ...sentence(turned('reopened'), words.reopened),
    ...sentence(turned('withdrawn'), words.withdrawn),
    ...sentence(edited, words.changed),
  ];
}

/**
 * What has arrived between two views, a calm sentence for each kind, what matters most last: that is heard last. `own`:
 * the second view answers a change of this page, whose marks and decision the person knows of.
 */
export function arrivals(before: Seen, after: Seen, own: boolean): string[] {
  const said: string[] = [];
  const { review: old } = before;
  const { review } = after;
  const [made, was] = [review.screenshots.length, old.screenshots.length];
  if (made > was) said.push(words.shots(made, made + comingOf(after)));
  const hints = review.findings.filter(others(old.findings)).length;
  if (hints > 0) said.push(words.hints(hints));
  if (!own) said.push(...ofMarks(old.marks, review.marks));
  const suggested = review.suggestions.filter(others(old.suggestions)).filter(({ status }) => status === 'pending');
  const [first, second] = suggested;
  if (second !== undefined) said.push(words.suggestions(suggested.length));
  else if (first !== undefined) said.push(words.suggestion(first.author));
  const decided = review.decision !== null && review.decision.number !== old.decision?.number;
  if (!own && decided && review.decision !== null) {
    said.push(words.decided(review.decision.verified_login ?? review.decision.decided_by));
  }
  const newer = after.newest !== null && after.newest.id !== before.newest?.id ? after.newest : null;
  if (newer !== null) said.push(words.pass(newer.pass));
  else if (!own && !decided && before.can.mark && !after.can.mark) said.push(words.closed);
  return said;
}
