import { count } from '../shared/words.ts';

const list = (ids: readonly number[]): string =>
  ids.length < 2 ? `${ids[0] ?? ''}` : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
const marks = (ids: readonly number[]): string => `${ids.length === 1 ? 'Mark' : 'Marks'} ${list(ids)}`;
const were = (n: number): string => (n === 1 ? 'was' : 'were');

/** Separate from the other strings, because they load with what compares two views. */
export const updates = {
  suggestion: (author: string | null) => `${author ?? 'A guest'} left a suggestion.`,
  guestReplied: (author: string | null) => `${author ?? 'A guest'} replied below a suggestion.`,
  suggestions: (n: number) => `${n} suggestions came in.`,
  fixed: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} reported fixed.`,
  inProgress: (ids: readonly number[]) => `${marks(ids)} ${ids.length === 1 ? 'is' : 'are'} in progress.`,
  added: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} added.`,
  changed: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} changed.`,
  withdrawn: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} deleted.`,
  asked: (ids: readonly number[]) => `The fixing agent asks about ${marks(ids).toLowerCase()}.`,
  answered: (ids: readonly number[]) => `There is a new reply to ${marks(ids).toLowerCase()}.`,
  verified: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} verified.`,
  reopened: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} sent back to be fixed.`,
  findings: (n: number) => `${count(n, 'finding')} came in.`,
  pass: (pass: number) => `Pass ${pass} is ready.`,
  decided: (by: string | null) => `${by ?? 'Somebody'} has decided.`,
  updated: (by: string | null) => `${by ?? 'Somebody'} updated the request for changes.`,
  broughtAlong: (n: number, pass: number) =>
    `${count(n, 'change')} that ${n === 1 ? 'was' : 'were'} not sent ${n === 1 ? 'is' : 'are'} on pass ${pass} now.`,
  closed: 'This review can no longer be changed.',
};
