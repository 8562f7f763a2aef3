import { readBase } from '../app/render/base.ts';
import { renderTable } from '../app/render/comment.ts';
import { readFacts } from '../app/render/facts.ts';
import { attribute, inline, link, plural, withoutControls } from '../app/render/markdown.ts';
import { statusText } from '../app/render/status.ts';
import type { Output } from '../server/contract/client.ts';
import type { Review } from '../server/contract/review.ts';
import { ActionError } from './error.ts';
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
  failedShots: Remark[];
  reused: boolean;
  /** Why the review needs no decision, in words; null when a person decides. */
  settled: string | null;
  /** The baseline that a push recorded, instead of a review. */
  baseline: Output<'create_baseline'> | null;
  checkUrl: string | null;
  /** How the check ended; null while it waits, and where the App does not say. */
  conclusion: string | null;
  /** Why nothing was reviewed, or why nobody has to decide any more, if the job ended that way. */
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
    settled: null,
    baseline: null,
    checkUrl: null,
    conclusion: null,
    skipped: null,
    failure: null,
  };
}

/** Requires that every screenshot was taken. @throws ActionError that lists those that were not, then `consequence` */
export function requireWhole({ failedShots }: Report, consequence: string): void {
  if (failedShots.length === 0) return;
  throw new ActionError([...describeRemarks(failedShots), consequence].join('\n'));
}

/** What is to be said of a screenshot. */
export interface Remark {
  label: string;
  message: string;
}

const MAX_LABELS = 3;

/**
 * Says each sentence once, with the screenshots that it is about: GitHub shows only ten annotations of a step, and one
 * stylesheet can be missing on every page. `quote` renders what a page or a file may have written.
 */
export function describeRemarks(
  remarks: readonly Remark[],
  quote: (text: string, longest?: number) => string = (text) => text,
): string[] {
  const labels = new Map<string, Set<string>>();
  for (const { label, message } of remarks) labels.set(message, (labels.get(message) ?? new Set()).add(label));
  return [...labels].map(([message, about]) => {
    const left = about.size - MAX_LABELS;
    const named = [...about].slice(0, MAX_LABELS).map((label) => quote(label));
    const rest = left > 0 ? ` and ${left} more` : '';
    return `${named.join(', ')}${rest}: ${quote(message, 300)}`;
  });
}

/** Lists what a review or a baseline says about its screenshots. A service older than this Action says nothing. */
export const noticesOf = (shots: readonly { label: string; notices?: string[] }[]): Remark[] =>
  shots.flatMap(({ label, notices = [] }) => notices.map((message) => ({ label, message })));

export function outputsOf(report: Report): Record<string, string> {
  const { review, baseline } = report;
  if (review === null) {
    return {
      'review-id': '',
      'review-url': '',
      status:
        baseline !== null
          ? baseline.status === 'complete'
            ? 'recorded'
            : baseline.status
          : report.skipped === null
            ? ''
            : 'skipped',
      pass: '',
      changed: '',
      changes: '',
      'baseline-id': baseline?.id ?? '',
      reviews: '[]',
    };
  }
  const differences = readBase(review);
  const { id, status, pass, revision } = review;
  const url = report.link?.url ?? '';
  return {
    'review-id': id,
    'review-url': url,
    status,
    pass: String(pass),
    changed:
      differences === null
        ? ''
        : String(differences.open.length + differences.approved.length + differences.noise.length > 0),
    changes: differences === null ? '' : String(differences.open.length),
    'baseline-id': '',
    reviews: JSON.stringify([{ name: report.name, id, url, status, pass, revision, reused: report.reused }]),
  };
}

export function renderSummary(report: Report): string {
  const parts = [`## Visual review${report.name === defaultName ? '' : `: ${inline(report.name)}`}`];
  if (report.skipped !== null)
    parts.push(`${report.review === null ? 'Nothing was reviewed. ' : ''}${quiet(report.skipped)}`);
  if (report.failure !== null) parts.push(`**Failed.** ${quiet(report.failure)}`);
  const { review, baseline } = report;
  if (baseline !== null) parts.push(...describeBaseline(baseline));
  if (review === null) return parts.join('\n\n');
  const failed = review.problems.length + report.failedShots.length;
  const facts = { ...readFacts(review), thumbnail: null, failed };
  const settled = report.settled ?? undefined;
  const { name, link: shown, conclusion } = report;
  const row = { name, status: review.status, facts, olderCommit: null, link: shown, settled, conclusion };
  parts.push(renderTable([row]));
  const { next } = statusText[review.status];
  if (next !== '' && report.skipped === null) parts.push(next);
  if (report.showsImages) parts.push(...thumbnails(review));
  if (report.checkUrl !== null) parts.push(`[The check](${report.checkUrl})`);
  if (report.reused) parts.push('This commit had this pass already, so it cost nothing.');
  const problems = describeProblems([...review.problems, ...report.failedShots]);
  const notices = describeRemarks(noticesOf(review.screenshots), inline).map((line) => `- ${line}`);
  return [...parts, ...[[...problems, ...notices].join('\n')].filter((list) => list !== '')].join('\n\n');
}

function describeBaseline({
  branch,
  commit,
  status,
  screenshots,
  problems,
  shards,
}: Output<'create_baseline'>): string[] {
  const made = plural(screenshots.length, 'screenshot');
  const what = `${inline(branch)} at ${inline(commit.slice(0, 7))}`;
  const left = shards === null ? 0 : shards.expected - shards.sent.length;
  if (left > 0) return [`The baseline of ${what} has ${made} so far; ${plural(left, 'shard')} to come.`];
  const recorded = status === 'complete' ? `Recorded the baseline of ${what}: ${made}.` : `No baseline of ${what}.`;
  const missing = describeProblems(problems);
  return [recorded, ...(missing.length > 0 ? [missing.join('\n')] : [])];
}

const describeProblems = (problems: readonly Remark[]): string[] =>
  describeRemarks(problems, inline).map((line) => `- ⚠️ ${line}`);

/** Escapes our own message, in which for instance the name of a file must not become HTML, a link or a mention. */
const quiet = (message: string): string =>
  withoutControls(message)
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
