import type { Baseline, BaselineSummary } from '../../../contract/baseline.ts';
import type { Output } from '../../../contract/client.ts';
import { visibleJson } from '../../../contract/visible-text.ts';
import { warning } from '../untrusted.ts';
import { LONGEST, problemsOf } from './entries.ts';
import { fillPage, screenshotEntry } from './pages.ts';
import { short, shortOrNull, withoutEmpty } from './short-text.ts';

type Shot = Baseline['screenshots'][number];

const headOf = <Head extends Omit<BaselineSummary, 'screenshot_count'>>(head: Head): Head => ({
  ...head,
  repository: short(head.repository, 200),
  name: short(head.name, 100),
  branch: short(head.branch, 100),
  commit: short(head.commit, 64),
});

const shotOf = ({ index, label, url, width, height, viewport, page_url }: Shot): object =>
  withoutEmpty({
    ...{ index, label: short(label, LONGEST.label), url, width, height, viewport: visibleJson(viewport) },
    page_url: shortOrNull(page_url, LONGEST.url),
  });

/** Returns a baseline with as many screenshots after `cursor` as fit. */
export function presentBaseline({ screenshots, problems, shards: _sent, ...rest }: Baseline, cursor?: string): object {
  const head = {
    untrusted_text: warning,
    ...headOf(rest),
    problems: problemsOf(problems),
    counts: { screenshots: screenshots.length },
  };
  const entries = screenshots.map((shot) => screenshotEntry(shot.index, () => shotOf(shot)));
  const { lists, nextCursor } = fillPage(entries, cursor, JSON.stringify(head).length);
  return { ...head, next_cursor: nextCursor, screenshots: lists.screenshots };
}

export const presentBaselines = ({ baselines, next_cursor }: Output<'list_baselines'>): object => ({
  untrusted_text: warning,
  baselines: baselines.map(headOf),
  next_cursor,
});
