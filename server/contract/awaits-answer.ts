import type { Mark } from './mark.ts';

/** Returns whether the agent has asked something about a mark on this pass that the reviewer has not answered. */
export const awaitsAnswer = ({ replies, status }: Pick<Mark, 'replies' | 'status'>, pass: number): boolean =>
  status !== 'withdrawn' &&
  status !== 'verified' &&
  replies
    .slice(replies.findLastIndex(({ by }) => by === 'reviewer') + 1)
    .some((reply) => reply.question && reply.pass === pass);
