import { createClient } from '../../server/contract/client.ts';
import type { MarkStatus } from '../../server/contract/mark.ts';
import type { ReviewerView } from '../../server/contract/reviewer.ts';
import { measure, scriptedMarks } from './scripted-marks.ts';

export interface MarkResult {
  id: number;
  label: string | null;
  body: string;
  status: MarkStatus;
  /** The comparison by the service; null where nothing could be compared. */
  area_changed: boolean | null;
  /** For a scripted mark: whether its flaw was there before and is fixed now, with the measurements. */
  changed_as_asked?: boolean;
  before?: string;
  after?: string;
}

export interface SceneResult {
  scene: 'ci' | 'agent';
  title: string;
  /** Every conclusion of the check, in order. */
  checks: string[];
  marks: MarkResult[];
}

/** Returns whether the check went from failure to success and every scripted mark’s area changed as requested. */
export function isPassed({ checks, marks }: SceneResult): boolean {
  const isDone = (mark: MarkResult): boolean =>
    mark.status === 'verified' && mark.area_changed === true && mark.changed_as_asked === true;
  const fixed = marks.filter(isDone).map(({ body }) => body);
  return checks.join() === 'failure,success' && scriptedMarks.every(({ body }) => fixed.includes(body));
}

/** Returns what the holder of a review link sees. */
export const read = (link: string): Promise<ReviewerView> =>
  createClient({ baseUrl: new URL(link).origin, link: link.split('/r/')[1] ?? '' }).call('read_review', {});

/** Returns every mark in the newest pass that has it, and for scripted marks whether the request was fulfilled. */
export async function marksOf(links: readonly string[]): Promise<MarkResult[]> {
  const views = await Promise.all(links.map(read));
  const results = new Map<number, MarkResult>();
  const fixedAtFirst = new Set<number>();
  for (const view of views) {
    for (const mark of view.review.marks) {
      const { id, body, status, change } = mark;
      const label = view.review.screenshots.find(({ index }) => index === mark.screenshot_index)?.label ?? null;
      const area_changed = change === null ? null : change.kind === 'changed';
      const shown = await measure(view, mark);
      const first = results.get(id);
      if (first === undefined && shown?.isFixed === true) fixedAtFirst.add(id);
      const asked =
        shown === null
          ? {}
          : {
              changed_as_asked: first !== undefined && !fixedAtFirst.has(id) && shown.isFixed,
              before: first?.before ?? shown.measured,
              after: shown.measured,
            };
      results.set(id, { id, label, body, status, area_changed, ...asked });
    }
  }
  return [...results.values()];
}
