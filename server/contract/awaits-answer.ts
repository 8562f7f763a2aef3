import type { Mark } from './mark.ts';
import type { Review } from './review.ts';

/** Returns whether the agent has asked something about a mark on this pass that the reviewer has not answered. */
export const awaitsAnswer = ({ replies, status }: Pick<Mark, 'replies' | 'status'>, pass: number): boolean =>
  status !== 'withdrawn' &&
  status !== 'verified' &&
  replies
    .slice(replies.findLastIndex(({ by }) => by === 'reviewer') + 1)
    .some((reply) => reply.question && reply.pass === pass);

/** Returns the marks whose questions the reviewer can still answer: none once the review expired or has a next pass. */
export const askedMarks = ({
  marks,
  pass,
  next_pass_id,
  next_action,
}: Pick<Review, 'marks' | 'pass' | 'next_pass_id' | 'next_action'>): Mark[] =>
  next_pass_id !== null || next_action.action === 'expired' ? [] : marks.filter((mark) => awaitsAnswer(mark, pass));

/** Returns the marks that are reported as fixed and whose questions were answered: no work packet has these answers. */
export const answeredMarks = ({ marks, pass }: Pick<Review, 'marks' | 'pass'>): Mark[] =>
  marks.filter(
    (mark) =>
      mark.status === 'resolved' &&
      !awaitsAnswer(mark, pass) &&
      mark.replies.some((reply) => reply.question && reply.pass === pass),
  );
