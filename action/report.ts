import type { Review } from '../server/contract/review.ts';
import { changes, plain, statusWords } from './comment/render.ts';
import { rowOf } from './comment/row.ts';
import { defaultName } from './inputs.ts';

/** What the run has found out so far. The runner writes outputs and summary from it, whatever the end is. */
export interface Report {
  name: string;
  review: Review | null;
  reused: boolean;
  checkUrl: string | null;
  /** Why nothing was reviewed, when that is how the job ended. */
  skipped: string | null;
  /** Why the job failed. */
  failure: string | null;
}

export function emptyReport(): Report {
  return { name: defaultName, review: null, reused: false, checkUrl: null, skipped: null, failure: null };
}

export function outputsOf(report: Report): Record<string, string> {
  const { review } = report;
  if (review === null) {
    return {
      'review-id': '',
      'review-url': '',
      status: report.skipped === null ? '' : 'skipped',
      pass: '',
      reviews: '[]',
    };
  }
  const { id, review_url: url, status, pass, revision } = review;
  return {
    'review-id': id,
    'review-url': url,
    status,
    pass: String(pass),
    reviews: JSON.stringify([{ name: report.name, id, url, status, pass, revision, reused: report.reused }]),
  };
}

/** The job's summary, in Markdown. */
export function renderSummary(report: Report, now: number): string {
  const lines = [`## Visual review${report.name === defaultName ? '' : `: ${plain(report.name)}`}`, ''];
  if (report.skipped !== null) lines.push(`Nothing was reviewed. ${report.skipped}`, '');
  if (report.failure !== null) lines.push(`**Failed.** ${report.failure.replaceAll('\n', '<br>')}`, '');
  const { review } = report;
  if (review === null) return lines.join('\n');
  const row = rowOf(review, report.name, { pictures: false, now });
  lines.push(
    `| Pass | Status | Commit | What to look at |`,
    `|---|---|---|---|`,
    `| ${row.pass} | ${statusWords(row.status)} | ${row.revision.slice(0, 7)} | ${changes(row)} |`,
    '',
    plain(review.next_action.summary),
    '',
  );
  if (row.status !== 'failed') lines.push(`**[Open the review →](${row.url})**`, '');
  if (report.checkUrl !== null) lines.push(`[The check](${report.checkUrl})`, '');
  if (report.reused) lines.push('This commit had this pass already: nothing was made or spent.', '');
  for (const problem of review.problems) lines.push(`- ⚠️ ${plain(problem.label)}: ${plain(problem.message)}`);
  for (const { label, notices } of review.screenshots) {
    for (const notice of notices ?? []) lines.push(`- ${plain(label)}: ${plain(notice)}`);
  }
  return lines.join('\n');
}
