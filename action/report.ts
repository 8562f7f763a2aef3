import { renderTable } from '../app/render/comment.ts';
import { readFacts } from '../app/render/facts.ts';
import { attribute, inline, link } from '../app/render/markdown.ts';
import { statusText } from '../app/render/status.ts';
import type { Review } from '../server/contract/review.ts';
import { defaultName } from './inputs.ts';

/** What the run knows so far. The runner writes the outputs and the summary from it, however the run ends. */
export interface Report {
  name: string;
  review: Review | null;
  /** Where people open the review; null until it may be shown. */
  link: { url: string; signIn: boolean } | null;
  /** Whether screenshots may be shown on GitHub. */
  showsImages: boolean;
  /** Screenshots that the runner could not take. */
  failedShots: { label: string; message: string }[];
  reused: boolean;
  checkUrl: string | null;
  /** Why nothing was reviewed, if the job ended that way. */
  skipped: string | null;
  /** Why the job failed. */
  failure: string | null;
}

export function emptyReport(): Report {
  return {
    name: defaultName,
    review: null,
    link: null,
    showsImages: false,
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

export function renderSummary(report: Report): string {
  const parts = [`## Visual review${report.name === defaultName ? '' : `: ${inline(report.name)}`}`];
  if (report.skipped !== null) parts.push(`Nothing was reviewed. ${quiet(report.skipped)}`);
  if (report.failure !== null) parts.push(`**Failed.** ${quiet(report.failure)}`);
  const { review } = report;
  if (review === null) return parts.join('\n\n');
  const failed = review.problems.length + report.failedShots.length;
  const facts = { ...readFacts(review), thumbnail: null, failed };
  parts.push(renderTable([{ name: report.name, status: review.status, facts, olderCommit: null, link: report.link }]));
  const { next } = statusText[review.status];
  if (next !== '') parts.push(next);
  if (report.showsImages) parts.push(...thumbnails(review));
  if (report.checkUrl !== null) parts.push(`[The check](${report.checkUrl})`);
  if (report.reused) parts.push('This commit had this pass already, so it cost nothing.');
  const problems = [...review.problems, ...report.failedShots].map(
    ({ label, message }) => `- ⚠️ ${inline(label)}: ${inline(message, 300)}`,
  );
  const notices = review.screenshots.flatMap(({ label, notices = [] }) =>
    notices.map((notice) => `- ${inline(label)}: ${inline(notice, 300)}`),
  );
  return [...parts, ...[[...problems, ...notices].join('\n')].filter((list) => list !== '')].join('\n\n');
}

/** Escapes our own message, in which for instance the name of a file must not become HTML, a link or a mention. */
const quiet = (message: string): string =>
  message
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('[', '&#91;')
    .replaceAll('@', '@\u200b')
    .replaceAll('\n', '<br>');

const MAX_THUMBNAILS = 12;

/** Renders the thumbnails, changed ones first. */
function thumbnails({ screenshots }: Review): string[] {
  const rank = { changed: 0, new: 1, identical: 3 };
  const place = ({ change }: Review['screenshots'][number]) => (change === null ? 2 : rank[change.kind]);
  const shown = screenshots.toSorted((a, b) => place(a) - place(b)).slice(0, MAX_THUMBNAILS);
  const rest = screenshots.length - shown.length;
  const images = shown.map(
    ({ label, thumbnail_url: url }) =>
      `<img src="${link(url)}" height="96" alt="${attribute(label)}" title="${attribute(label)}">`,
  );
  return images.length === 0 ? [] : [images.join(' ') + (rest > 0 ? ` and ${rest} more` : '')];
}
