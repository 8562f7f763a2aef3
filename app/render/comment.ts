import { describeDifferences, describeSettled, settledBy } from './base.ts';
import { MAX_QUESTION, type ReviewFacts } from './facts.ts';
import { inline, link, plural, takeFitting } from './markdown.ts';
import { type Status, statusText } from './status.ts';

/** GitHub's limit, minus the text around the rows. */
const MAX_TABLE_BYTES = 65_536 - 2000;
const MAX_PROBLEMS = 10;
/** How many of the fixing agent's questions a row quotes. */
const MAX_ASKED = 3;

/** Identifies the pull request's one comment, together with its author. */
export const marker = '<!-- sightline -->';

/** One named review. */
export interface CommentRow {
  name: string;
  status: Status;
  facts: Omit<ReviewFacts, 'linkBase'> | null;
  /** The commit that it shows, when that is not the pull request's head. */
  olderCommit: string | null;
  /** null where no link may be shown. */
  link: { url: string; signIn: boolean } | null;
  fixingAgentStarted?: boolean;
  /**
   * The conclusion of its check. The check fails for an approval that does not count, and passes for an undecided
   * review to which an approval is carried over.
   */
  conclusion?: string | null;
  /** What is left to do about a review that ended without a decision; by default, what its status asks for. */
  next?: string[];
  /** The other pull request with the same head whose review its check shows. */
  governedBy?: number | null;
  /** Why it needs no decision, in words, where no check says that it passes. */
  settled?: string | undefined;
  /** How it differs from its base, in words, where `facts` lack the comparison. */
  differences?: string | undefined;
}

export interface CommentOptions {
  /** Why links are withheld: the workflow did not choose sign-in, or the App does not offer it. */
  linksWithheld?: 'by default' | 'no sign-in' | null;
  /** Who sees a review after signing in, in words that begin a sentence. */
  visitors?: string;
  /** What is wrong and what to do. Our own text, or already escaped. */
  problems?: string[];
}

/** Renders the pull request's one comment. It ends with `hidden`, which GitHub does not show. */
export function renderComment(rows: readonly CommentRow[], options: CommentOptions = {}, hidden = ''): string {
  const problems = (options.problems ?? []).slice(0, MAX_PROBLEMS).map((problem) => `> **Attention:** ${problem}`);
  const maxBytes = MAX_TABLE_BYTES - Buffer.byteLength(problems.join('\n\n')) - Buffer.byteLength(hidden);
  const parts = [
    `${marker}\n### Visual review`,
    ...(rows.length > 0 ? [`**${describeWaiting(rows)}**`, renderTable(rows, maxBytes)] : []),
    ...describeLinks(rows, options),
    ...problems,
    ...(hidden === '' ? [] : [hidden]),
  ];
  return parts.join('\n\n');
}

/** Renders a table with a row for each review, as many as fit. */
export function renderTable(rows: readonly CommentRow[], maxBytes = MAX_TABLE_BYTES): string {
  const withThumbnails = rows.some(({ facts }) => (facts?.thumbnail ?? null) !== null);
  const rendered = rows.map((row) => {
    const cells = [describeName(row), describeStatus(row), describeChanges(row), renderLink(row)];
    return `| ${(withThumbnails ? [renderThumbnail(row), ...cells] : cells).join(' | ')} |`;
  });
  return [
    `${withThumbnails ? '| ' : ''}| Review | Status | What changed | |`,
    `${withThumbnails ? '|---' : ''}|---|---|---|---|`,
    ...takeFitting(rendered, maxBytes, (left) => `\n\u2026 and ${plural(left, 'more review')}: see the checks.`),
  ].join('\n');
}

/** Why a review passes that shows what was approved before. */
export const CARRIED_OVER = 'Approved before: the same screenshots';

/** Says whose review the check of an undecided one shows. */
export const passesByOther = (number: number): string => `Passes by #${number}, which has the same commit`;

const askedIn = ({ facts }: CommentRow) => facts?.asked ?? [];
/** One that was withdrawn passed before its pull request was closed. */
const isCarriedOver = ({ status, conclusion, settled }: CommentRow) =>
  ['open', 'cancelled'].includes(status) && (settled !== undefined || conclusion === 'success');

function describeWaiting(rows: readonly CommentRow[]): string {
  const waiting = rows.filter((row) => row.status === 'open' && !isCarriedOver(row)).length;
  const asking = rows.filter((row) => askedIn(row).length > 0).length;
  const preparing = rows.filter(({ status }) => status === 'preparing').length;
  const sentences = [
    ...(waiting > 0 ? [`${plural(waiting, 'review')} ${waiting === 1 ? 'waits' : 'wait'} for a decision.`] : []),
    ...(asking > 0 ? [`${plural(asking, 'review')} ${asking === 1 ? 'waits' : 'wait'} for an answer.`] : []),
    ...(preparing > 0 ? [`The screenshots of ${plural(preparing, 'review')} are being prepared.`] : []),
  ];
  return sentences.length === 0 ? 'No review waits for a decision.' : sentences.join(' ');
}

function describeLinks(rows: readonly CommentRow[], options: CommentOptions): string[] {
  const { linksWithheld, visitors = 'Everybody who can read this repository' } = options;
  if (linksWithheld) {
    const signIn =
      linksWithheld === 'no sign-in'
        ? 'To let people sign in with GitHub instead, the App\u2019s operator sets `GITHUB_CLIENT_ID` and `GITHUB_CLIENT_SECRET`.'
        : 'To let people sign in with GitHub instead, set `link: sign-in` in `.github/sightline.yml`.';
    const direct = 'To show links to everybody who can read this, set `link: direct` in `.github/sightline.yml`.';
    return [
      `Anybody with a review\u2019s link can decide it, so this repository shows none here.\n${signIn}\n${direct}`,
    ];
  }
  const links = rows.flatMap((row) => (row.link === null || !hasLink(row) ? [] : [row.link]));
  if (links.length === 0) return [];
  return [
    links.every(({ signIn }) => signIn)
      ? `<sub>The link asks you to sign in with GitHub first. ${visitors} can see the review.</sub>`
      : '<sub>You need no account. Anybody with a link can mark and decide, so share it like a password.</sub>',
  ];
}

const describeName = ({ name, facts }: CommentRow) =>
  `**${inline(name)}**${facts === null ? '' : `<br>pass ${facts.pass}`}`;

function describeStatus(row: CommentRow): string {
  return [
    describeDecision(row),
    ...(row.olderCommit !== null
      ? [`of the older commit ${inline(row.olderCommit.slice(0, 7))}`]
      : ['expired', 'failed', 'deleted'].includes(row.status)
        ? (row.next ?? [statusText[row.status].next])
        : []),
    ...describeAsked(row),
    ...(row.fixingAgentStarted === true ? ['a fixing agent was started'] : []),
  ].join('<br>');
}

/** Quotes what the fixing agent asks, each with a link to its mark. */
function describeAsked(row: CommentRow): string[] {
  const asked = askedIn(row);
  const url = row.link === null || !hasLink(row) ? '' : link(row.link.url);
  const left = asked.length - MAX_ASKED;
  return [
    ...asked.slice(0, MAX_ASKED).map(({ mark, question }) => {
      // A sign-in replaces the fragment with the assertion.
      const target = row.link?.signIn === true ? url : `${url}#mark-${mark}`;
      const where = url === '' ? `mark ${mark}` : `[mark ${mark}](${target})`;
      return `**The fixing agent asks about ${where}:** ${inline(question, MAX_QUESTION)}`;
    }),
    ...(left > 0 ? [`\u2026 and about ${plural(left, 'more mark')}`] : []),
  ];
}

function describeDecision(row: CommentRow): string {
  const { symbol, title } = statusText[row.status];
  const login = row.status === 'approved' ? row.facts?.decision?.login : null;
  if (isCarriedOver(row)) {
    if (row.governedBy != null) return `\u2713 ${passesByOther(row.governedBy)}`;
    const base = row.facts === null ? null : settledBy(row.facts);
    const words = base === null ? CARRIED_OVER : describeSettled(base);
    return `\u2713 ${row.settled ?? words}`;
  }
  if (row.status === 'approved' && row.conclusion === 'failure')
    return '\u2717 Approved, but its check fails: see there';
  const number = row.status === 'changes_requested' ? (row.facts?.decision?.number ?? 1) : 1;
  return `${symbol} ${title}${login ? ` by ${inline(login)}` : ''}${number > 1 ? ` (decision ${number})` : ''}`;
}

/** Describes the changes, starting with what a person must look at. */
function describeChanges({ facts, differences }: CommentRow): string {
  if (facts === null) return '';
  const { pass, awaitingVerification: toVerify, outstanding, failed, changes, shots, base } = facts;
  const compared = base === null ? differences : describeDifferences(base);
  return [
    ...(toVerify > 0 ? [`**${plural(toVerify, 'mark')} to verify**`] : []),
    ...(outstanding > 0 ? [`${plural(outstanding, 'open mark')}`] : []),
    ...(compared === undefined ? [] : [compared]),
    ...(shots === 0 || (compared !== undefined && changes === null)
      ? []
      : [`${describeShots(facts)}${compared === undefined || pass === 1 ? '' : ` since pass ${pass - 1}`}`]),
    ...(failed > 0 ? [`\u26a0\ufe0f ${plural(failed, 'screenshot')} could not be taken`] : []),
  ].join('<br>');
}

function describeShots({ pass, shots, changes }: Pick<ReviewFacts, 'pass' | 'shots' | 'changes'>): string {
  if (pass === 1) return `First pass, ${plural(shots, 'screenshot')}`;
  const kinds = (['changed', 'new', 'identical'] as const).map((kind) => [changes?.[kind] ?? 0, kind] as const);
  const left = kinds.reduce((rest, [count]) => rest - count, shots);
  const counts = [
    ...kinds,
    [left, 'not compared'] as const,
    [changes?.removed ?? 0, 'not in this pass'] as const,
  ].filter(([count]) => count > 0);
  return counts.map(([count, kind]) => `${count} ${kind === 'identical' ? 'the same' : kind}`).join(', ');
}

const hasLink = ({ status }: CommentRow) => !['preparing', 'failed', 'deleted'].includes(status);

function renderLink(row: CommentRow): string {
  if (row.link === null || !hasLink(row)) return '';
  const url = link(row.link.url);
  return row.status === 'open' ? `[**Open the review \u2192**](${url})` : `[View](${url})`;
}

function renderThumbnail(row: CommentRow): string {
  const source = link(row.facts?.thumbnail ?? '');
  if (source === '') return '';
  const image = `<img alt="" src="${source}" height="64">`;
  return row.link === null || !hasLink(row) ? image : `<a href="${link(row.link.url)}">${image}</a>`;
}
