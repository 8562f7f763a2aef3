import { sameFields } from '../../contract/mark-fields.ts';
import { placedMark } from '../marking/conflict.ts';
import { comingOf } from '../review/derive.ts';
import type { Mark, PageView } from '../shared/types.ts';
import { strings } from '../strings.ts';
import type { OwnChange } from './store.ts';
import { updates as words } from './updates-strings.ts';

export type Seen = Pick<PageView, 'newest' | 'expected_shots' | 'can' | 'unsentIds'> & {
  review: Pick<PageView['review'], 'status' | 'marks' | 'findings' | 'suggestions' | 'screenshots' | 'decision'>;
};

const others = (before: readonly { id: number }[]) => {
  const known = new Set(before.map(({ id }) => id));
  return ({ id }: { id: number }) => !known.has(id);
};

const sentence = (ids: readonly number[], format: (ids: readonly number[]) => string): string[] =>
  ids.length === 0 ? [] : [format([...ids].sort((a, b) => a - b))];

/** Returns whether a mark may differ because of the page’s own change. A decision settles and restores any. */
function isOwnMark(own: OwnChange | null, before: Seen['review'], after: Seen['review']): (mark: Mark) => boolean {
  if (own === null) return () => false;
  const { name, input } = own;
  if (name === 'decide') return () => true;
  if ('mark_id' in input) return ({ id }) => id === input.mark_id;
  if ('client_mark_id' in input) {
    const mine = placedMark(after.marks.filter(others(before.marks)), new Set(), input);
    return ({ id }) => id === mine?.id;
  }
  const sources =
    'finding_id' in input
      ? [...before.findings, ...after.findings].filter(({ id }) => id === input.finding_id)
      : 'suggestion_id' in input
        ? [...before.suggestions, ...after.suggestions].filter(({ id }) => id === input.suggestion_id)
        : [];
  return ({ id }) => sources.some(({ mark_id: made }) => made === id);
}

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
      sameFields(was, mark) &&
      was.screenshot_index === mark.screenshot_index &&
      [was.x, was.y, was.width, was.height].join() === [mark.x, mark.y, mark.width, mark.height].join();
    return same ? [] : [mark.id];
  });
  const replied = (question: boolean) =>
    after.flatMap(({ id, replies }) => {
      const was = old.get(id);
      // A suggestion's replies are older than the mark that it became.
      if (was === undefined && !question) return [];
      const known = new Set(was?.replies.map((reply) => reply.id));
      return replies.some((reply) => !known.has(reply.id) && reply.question === question) ? [id] : [];
    });
  return [
    ...sentence(
      after.filter(others(before)).map(({ id }) => id),
      words.added,
    ),
    ...sentence(turned('resolved'), words.fixed),
    ...sentence(turned('in_progress'), words.inProgress),
    ...sentence(turned('verified'), words.verified),
    ...sentence(turned('reopened'), words.reopened),
    ...sentence(turned('withdrawn'), words.withdrawn),
    ...sentence(edited, words.changed),
    ...sentence(replied(false), words.answered),
    ...sentence(replied(true), words.asked),
  ];
}

/**
 * Describes the changes between two views, one sentence per kind, the most important last, which screen readers read
 * last. `own`: the change of this page that the second view may contain.
 */
export function updatesBetween(before: Seen, after: Seen, own: OwnChange | null): string[] {
  const sentences: string[] = [];
  const { review: old } = before;
  const { review } = after;
  const [made, was] = [review.screenshots.length, old.screenshots.length];
  if (made > was) sentences.push(strings.live.shots(made, made + comingOf(after)));
  const findings = review.findings.filter(others(old.findings)).length;
  if (findings > 0) sentences.push(words.findings(findings));
  const isOwn = isOwnMark(own, old, review);
  sentences.push(
    ...ofMarks(
      old.marks,
      review.marks.filter((mark) => !isOwn(mark)),
    ),
  );
  const suggested = review.suggestions.filter(others(old.suggestions)).filter(({ status }) => status === 'pending');
  const [first, second] = suggested;
  if (second !== undefined) sentences.push(words.suggestions(suggested.length));
  else if (first !== undefined) sentences.push(words.suggestion(first.author));
  const read = new Set(old.suggestions.flatMap(({ replies }) => replies.map(({ id }) => id)));
  const replies = review.suggestions.flatMap((each) => each.replies);
  const reply = replies.find(({ id, by }) => by === 'guest' && !read.has(id));
  if (reply !== undefined) sentences.push(words.guestReplied(reply.author));
  const decided = review.decision !== null && review.decision.number !== old.decision?.number;
  const isOwnDecision = own?.name === 'decide';
  if (!isOwnDecision && decided && review.decision !== null) {
    const by = review.decision.verified_login ?? review.decision.decided_by;
    const isUpdate = before.unsentIds !== undefined && review.decision.outcome === old.decision?.outcome;
    sentences.push(isUpdate ? words.updated(by) : words.decided(by));
  }
  const newer = after.newest !== null && after.newest.id !== before.newest?.id ? after.newest : null;
  const unsent = before.unsentIds?.length ?? 0;
  if (newer !== null && unsent > 0) sentences.push(words.broughtAlong(unsent, newer.pass));
  if (newer !== null) sentences.push(words.pass(newer.pass));
  else if (!isOwnDecision && !decided && before.can.mark && !after.can.mark) sentences.push(words.closed);
  return sentences;
}
