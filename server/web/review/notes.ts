import { strings } from '../strings.ts';
import { comingOf } from './derive.ts';
import type { Failure } from './store.ts';
import type { ReviewerView } from './types.ts';

/** Something the person must know before anything else. */
export interface Note {
  kind: 'newer' | 'reason' | 'making' | 'paused' | 'trouble';
  text: string;
  warns: boolean;
}

function making(view: ReviewerView, before: ReviewerView): string | null {
  const { source, screenshots, status } = view.review;
  const made = screenshots.length;
  if (comingOf(view) > 0) {
    if (made === 0) return null;
    const done = strings.preparing.progress(made, made + comingOf(view), source);
    return strings.banner.preparing(strings.preparing.title[source], done);
  }
  // The line stays when all are there, so that the picture below does.
  const wasMaking = comingOf(before) > 0 && before.review.screenshots.length > 0;
  return wasMaking && status === 'open' ? strings.live.arrivals.shots(made, made) : null;
}

/**
 * What the person must know, as things stand. `first` is the view the page was opened with: what was so then stands
 * above the picture (`settled`), and what has come since floats over it, so that nothing that arrives moves it.
 */
export function notesOf(
  view: ReviewerView,
  first: ReviewerView,
  trouble: Failure | null,
): { settled: Note[]; arrived: Note[] } {
  const settled: Note[] = [];
  const arrived: Note[] = [];
  const add = (kind: Note['kind'], text: string | null, fromTheStart: boolean, warns = false) => {
    if (text !== null) (fromTheStart ? settled : arrived).push({ kind, text, warns });
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
    add('trouble', trouble.kind === 'gone' ? strings.banner.gone : strings.banner.offline, false, true);
  }
  return { settled, arrived };
}
