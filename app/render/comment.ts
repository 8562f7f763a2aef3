import type { Registration } from '../store/registrations.ts';
import type { ReviewFacts } from './facts.ts';
import { inline, link, plural, takeFitting } from './markdown.ts';

/** GitHub's limit, less what stands around the rows. */
const longestTable = 65_536 - 2000;
const mostProblems = 10;

/** Finds the App's one comment again, together with its author. */
export const marker = '<!-- sightline -->';

export interface CommentRow {
  name: string;
  status: Registration['status'];
  facts: ReviewFacts | null;
  /** The commit its shots show, when the pull request's head is another one by now. */
  olderCommit: string | null;
  /** The reviewer's whole login: null where it must not be shown. */
  reviewUrl: string | null;
  handOff: 'started' | null;
  /** What its check says: an approval that does not count fails it, one that is carried over passes it undecided. */
  conclusion: string | null;
}

const isCarried = ({ status, conclusion }: CommentRow) => status === 'open' && conclusion === 'success';

export interface CommentOptions {
  /** Whether pictures may be shown. */
  pictures: boolean;
  /** Whether links are kept back, as on public repositories. */
  linksWithheld: boolean;
  /** Whether that is so because the App cannot let people sign in. */
  signInMissing?: boolean;
  /** What is wrong and what to do, in our own words or already neutralised. */
  problems: string[];
}

/** The pull request's one comment: a row for each named review. */
export function renderComment(rows: readonly CommentRow[], options: CommentOptions): string {
  const waiting = rows.filter((row) => row.status === 'open' && !isCarried(row)).length;
  const prepared = rows.filter((row) => row.status === 'preparing').length;
  const heading = [
    ...(waiting > 0 ? [`${plural(waiting, 'review')} ${waiting === 1 ? 'waits' : 'wait'} for a person.`] : []),
    ...(prepared > 0 ? [`The pictures of ${plural(prepared, 'review')} are being made.`] : []),
  ];
  if (heading.length === 0) heading.push('No review waits for a person.');
  const lines = [marker, `### Visual review`, ''];
  const problems = options.problems.slice(0, mostProblems).map((problem) => `> **Attention:** ${problem}`);
  if (rows.length > 0) {
    const left = longestTable - Buffer.byteLength(problems.join('\n\n'));
    lines.push(`**${heading.join(' ')}**`, '', ...renderTable(rows, options, left), '');
  }
  if (options.linksWithheld) {
    lines.push(
      'A review\u2019s link is its reviewer\u2019s whole login, so this repository shows none here.',
      options.signInMissing === true
        ? 'People could sign in with GitHub instead, but the App is not set up for it: whoever runs it sets `GITHUB_CLIENT_ID` and `GITHUB_CLIENT_SECRET`.'
        : 'To let people sign in with GitHub instead, set `link: sign-in` in `.github/sightline.yml`.',
      'To show it to everybody who can read this, set `link: direct` in `.github/sightline.yml`.',
      '',
    );
  }
  for (const problem of problems) lines.push(problem, '');
  return lines.join('\n').trimEnd();
}

function renderTable(rows: readonly CommentRow[], options: CommentOptions, longest: number): string[] {
  const rendered = rows.map((row) => renderRow(row, options));
  return [
    options.pictures ? '| | Review | Status | What changed | |' : '| Review | Status | What changed | |',
    options.pictures ? '|---|---|---|---|---|' : '|---|---|---|---|',
    ...takeFitting(rendered, longest, (left) => `\n\u2026 and ${plural(left, 'more review')}: see the checks.`),
  ];
}

function renderRow(row: CommentRow, options: CommentOptions): string {
  const { facts } = row;
  const name = `**${inline(row.name)}**${facts === null ? '' : `<br>pass ${facts.pass}`}`;
  const status = [
    describeStatus(row),
    ...(row.olderCommit === null ? [] : [`of the older commit ${inline(row.olderCommit.slice(0, 7))}`]),
    ...(row.handOff === 'started' ? ['a fixing agent was started'] : []),
  ].join('<br>');
  const cells = [name, status, describeChanges(facts), renderLink(row)];
  if (!options.pictures) return `| ${cells.join(' | ')} |`;
  const thumbnail = facts?.thumbnail ? link(facts.thumbnail) : '';
  const picture = thumbnail === '' ? '' : `<img alt="" src="${thumbnail}" height="64">`;
  return `| ${[picture, ...cells].join(' | ')} |`;
}

function renderLink(row: CommentRow): string {
  if (row.reviewUrl === null) return '';
  const address = link(row.reviewUrl);
  if (row.status === 'open') return `[**Open the review \u2192**](${address})`;
  if (row.status === 'deleted' || row.status === 'preparing') return '';
  return `[See it](${address})`;
}

const again = '<br>its check has a button to try again';

function describeStatus(row: CommentRow): string {
  const { status, facts } = row;
  if (isCarried(row)) return '\u2713 Approved before: the same pictures';
  if (status === 'approved' && row.conclusion === 'failure') {
    return '\u2717 Approved, but its check does not pass: see there';
  }
  switch (status) {
    case 'preparing':
      return '\u25cb Pictures are being made';
    case 'open':
      return '\u25d0 Waiting for a decision';
    case 'approved':
      return `\u2713 Approved${facts?.decision?.login ? ` by ${inline(facts.decision.login)}` : ''}`;
    case 'changes_requested':
      return `\u2717 Changes requested${facts?.outstanding ? ` (${plural(facts.outstanding, 'mark')})` : ''}`;
    case 'superseded':
      return '\u2192 A later pass took its place';
    case 'expired':
      return `\u2717 Nobody decided in time${again}`;
    case 'failed':
      return `\u2717 No picture could be made${again}`;
    case 'cancelled':
      return '\u2717 Withdrawn';
    case 'deleted':
      return `\u2717 Deleted${again}`;
  }
}

function describeChanges(facts: ReviewFacts | null): string {
  if (facts === null || facts.shots === 0) return '';
  const verify = facts.awaitingVerification > 0 ? `<br>${plural(facts.awaitingVerification, 'mark')} to verify` : '';
  if (facts.changes === null) return `First pass, ${plural(facts.shots, 'shot')}${verify}`;
  const { changed, identical } = facts.changes;
  const parts = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(facts.changes.new > 0 ? [`${facts.changes.new} new`] : []),
    ...(identical > 0 ? [`${identical} identical`] : []),
  ];
  return `${parts.join(', ')}${verify}`;
}
