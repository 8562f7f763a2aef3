import type { PageView } from '../shared/types.ts';
import { strings } from '../strings.ts';
import type { Failure } from '../sync/exchange.ts';
import { askedFor, comingOf } from './derive.ts';

export interface Note {
  kind: 'newer' | 'reason' | 'making' | 'paused' | 'trouble';
  text: string;
  warns: boolean;
}

const jobsOf = ({ review: { shards } }: PageView): number => (shards ? shards.expected - shards.sent.length : 0);

/** Returns what is under way; a guest's view has no source, and what jobs do is not known. */
export const preparingTitle = (view: PageView): string =>
  view.can.suggest === undefined && jobsOf(view) === 0
    ? strings.preparing.title[view.review.source]
    : strings.preparing.any;

/** Returns how many screenshots are ready, or how many jobs still send theirs. */
export function progressOf(view: PageView): string {
  const { screenshots, source } = view.review;
  const jobs = jobsOf(view);
  const { preparing } = strings;
  return jobs > 0 ? preparing.jobs(jobs) : preparing.progress(screenshots.length, askedFor(view), source);
}

function making(view: PageView, before: PageView): string | null {
  const { screenshots, status } = view.review;
  const made = screenshots.length;
  if (comingOf(view) > 0) {
    return made === 0 ? null : strings.banner.preparing(preparingTitle(view), progressOf(view));
  }
  // The line stays once all are there, so that the screenshot does not move.
  const wasMaking = comingOf(before) > 0 && before.review.screenshots.length > 0;
  return wasMaking && status === 'open' ? strings.live.shots(made, made) : null;
}

/**
 * Returns the notes. Those that were true when the page was opened (`first`) are `settled` above the screenshot; later
 * ones float, so that nothing moves.
 */
export function notesOf(view: PageView, first: PageView, trouble: Failure | null): { settled: Note[]; recent: Note[] } {
  const settled: Note[] = [];
  const recent: Note[] = [];
  const add = (kind: Note['kind'], text: string | null, fromTheStart: boolean, warns = false) => {
    if (text !== null) (fromTheStart ? settled : recent).push({ kind, text, warns });
  };
  const { newest, review } = view;
  if (newest !== null) add('newer', strings.banner.newer(newest.pass), first.newest !== null);
  const busy = comingOf(view) > 0 && review.screenshots.length > 0;
  const reason = newest === null && review.decision === null && !busy ? view.read_only_reason : null;
  add('reason', reason, first.read_only_reason !== null);
  const wasMaking = comingOf(first) > 0 && first.review.screenshots.length > 0;
  add('making', making(view, first), wasMaking);
  const paused = review.webhook?.paused === true;
  add('paused', paused ? strings.banner.paused : null, first.review.webhook?.paused === true);
  if (trouble !== null) {
    add('trouble', trouble.kind === 'missing' ? strings.banner.missing : strings.banner.offline, false, true);
  }
  return { settled, recent };
}
