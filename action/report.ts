import type { Review } from '../server/contract/review.ts';
import { attribute, changes, plain, statusWords } from './comment/render.ts';
import { rowOf } from './comment/row.ts';
import { defaultName } from './inputs.ts';

/** What the run has found out so far. The runner writes outputs and summary from it, whatever the end is. */
export interface Report {
  name: string;
  review: Review | null;
  /** Where people get to the review; null until it may be told. */
  link: { url: string; signIn: boolean } | null;
  /** Whether pictures may be shown on GitHub. */
  pictures: boolean;
  /** Shots that could not be taken on the runner. */
  failedShots: { label: string; message: string }[];
  reused: boolean;
  checkUrl: string | null;
  /** Why nothing was reviewed, when that is how the job ended. */
  skipped: string | null;
  /** Why the job failed. */
  failure: string | null;
}

export function emptyReport(): Report {
  return {
    name: defaultName,
    review: null,
    link: null,
    pictures: false,
    failedShots: [],
    reused: false,
    checkUrl: null,
    skipped: null,
    failure: null,
  };
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
  const { id, status, pass, revision } = review;
  const url = report.link?.url ?? '';
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
  if (report.skipped !== null) lines.push(`Nothing was reviewed. ${quiet(report.skipped)}`, '');
  if (report.failure !== null) lines.push(`**Failed.** ${quiet(report.failure)}`, '');
  const { review } = report;
  if (review === null) return lines.join('\n');
  const link = report.link ?? { url: '', signIn: false };
  const row = rowOf(review, report.name, { pictures: false, now, link, failed: report.failedShots.length });
  lines.push(
    `| Pass | Status | Commit | What to look at |`,
    `|---|---|---|---|`,
    `| ${row.pass} | ${statusWords(row.status)} | ${row.revision.slice(0, 7)} | ${changes(row)} |`,
    '',
  );
  const next = nextStep[review.status];
  if (next !== undefined) lines.push(plain(next), '');
  if (row.status !== 'failed' && row.url !== '') lines.push(`**[Open the review →](${row.url})**`, '');
  if (report.pictures) lines.push(...thumbnails(review));
  if (report.checkUrl !== null) lines.push(`[The check](${report.checkUrl})`, '');
  if (report.reused) lines.push('This commit had this pass already: nothing was made or spent.', '');
  for (const problem of [...review.problems, ...report.failedShots])
    lines.push(`- ⚠️ ${plain(problem.label)}: ${plain(problem.message)}`);
  for (const { label, notices } of review.screenshots) {
    for (const notice of notices ?? []) lines.push(`- ${plain(label)}: ${plain(notice)}`);
  }
  return lines.join('\n');
}

/** What the person who reads a job's summary can do now; the service's own words are for its clients. */
const nextStep: Partial<Record<Review['status'], string>> = {
  preparing: 'The shots are still being made. Run this job again later: it goes on with the same review.',
  changes_requested: 'Push a commit to start the next pass.',
  superseded: 'The run that opened the newer pass has its link.',
  expired: 'Run this job again for a new one.',
  cancelled: 'Run this job again for a new one.',
};

/** A message as it is, but that nothing in it (the name of a file, for instance) becomes HTML, a link, or mentions people. */
const quiet = (message: string): string =>
  message
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('[', '&#91;')
    .replaceAll('@', '@\u200b')
    .replaceAll('\n', '<br>');

const mostThumbnails = 12;

/** What changed first: that is what people came to see. */
function thumbnails({ screenshots }: Review): string[] {
  const rank = { changed: 0, new: 1, identical: 3 };
  const place = ({ change }: Review['screenshots'][number]) => (change === null ? 2 : rank[change.kind]);
  const shown = screenshots.toSorted((a, b) => place(a) - place(b)).slice(0, mostThumbnails);
  const rest = screenshots.length - shown.length;
  const pictures = shown.map(
    ({ label, thumbnail_url: url }) =>
      `<img src="${attribute(url)}" height="96" alt="${attribute(label)}" title="${attribute(label)}">`,
  );
  if (pictures.length === 0) return [];
  return [pictures.join(' ') + (rest > 0 ? ` and ${rest} more` : ''), ''];
}
