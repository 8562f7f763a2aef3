import type { Output } from '../contract/client.ts';
import { percent } from '../contract/percent.ts';
import { nextStep } from './next-step.ts';
import type { Colour, Terminal } from './terminal.ts';
import { line, moment, plural, table } from './text.ts';

type Review = Output<'get_review'>;

const colours: Partial<Record<Review['status'], Colour>> = {
  approved: 'green',
  changes_requested: 'yellow',
  failed: 'red',
  expired: 'red',
  cancelled: 'dim',
  superseded: 'dim',
};

/** `changes requested`, coloured where that is wanted. */
export function statusWords(terminal: Terminal, status: Review['status']): string {
  return terminal.paint(status.replaceAll('_', ' '), colours[status] ?? 'bold');
}

const section = (title: string, rows: string[][]): string[] =>
  rows.length === 0 ? [] : [`\n${title}:`, table(rows).replace(/^/gm, '  ')];

function decidedBy({ decision }: Review): string[][] {
  if (decision === null) return [];
  const who = decision.verified_login ?? decision.decided_by;
  const how = { sign_in: 'signed in with GitHub', page: 'on the review page', link: 'by the link' }[decision.via];
  return [
    ['decided', `${decision.outcome.replaceAll('_', ' ')}${who === null ? '' : ` by ${line(who)}`}, ${how}`],
    ...(decision.note === null ? [] : [['note', line(decision.note, 200)]]),
  ];
}

const baseWords = ({ branch, commit, reason }: NonNullable<Review['base']>): string =>
  `${line(branch)}${commit === null ? '' : ` at ${line(commit.slice(0, 7))}`} (${line(reason)})`;

/** Returns the differences from the base, and why some need no look. */
function differences({ screenshots, removed_screenshots: removed }: Review): string[][] {
  const approved = (approval: object | null): string => (approval === null ? '' : 'approved before');
  const noise = (rules: { reason: string; expires_at: string }[]): string =>
    rules.map(({ reason, expires_at }) => `noise until ${moment(expires_at)}: ${line(reason)}`).join('; ');
  return [
    ...screenshots.flatMap(({ label, base_change: change }) =>
      change === null || change.kind === 'identical'
        ? []
        : [[line(label), change.kind, approved(change.approved_in) || noise(change.noise)]],
    ),
    ...removed.map(({ label, approved_in }) => [line(label), 'removed', approved(approved_in)]),
  ];
}

/** Renders everything about one review, for a person. */
export function renderReview(terminal: Terminal, review: Review): string {
  const facts = [
    ['status', `${review.status.replaceAll('_', ' ')}, pass ${review.pass}`],
    ...decidedBy(review),
    ['next', line(nextStep(review), 300)],
    ['link', review.review_url],
    ['guests', review.guest_share_url],
    ['id', review.id],
    ...(review.parent_id === null ? [] : [['parent', review.parent_id]]),
    ...(review.next_pass_id === null ? [] : [['next pass', review.next_pass_id]]),
    ...(review.reference === null ? [] : [['reference', line(review.reference, 200)]]),
    ...(review.base == null ? [] : [['base', baseWords(review.base)]]),
    ...(review.revision === null ? [] : [['revision', line(review.revision)]]),
    ['expires', moment(review.expires_at)],
    ...(review.webhook === null ? [] : [['webhook', webhookWords(review.webhook)]]),
  ];
  return [
    terminal.paint(line(review.title, 160), 'bold'),
    table(facts).replace(/^/gm, '  '),
    ...section(
      'Screenshots',
      review.screenshots.map((shot) => [
        String(shot.index),
        line(shot.label),
        `${shot.width}×${shot.height}`,
        changeWords(shot.change),
      ]),
    ),
    ...section(`Changes since ${line(review.base?.branch ?? '')}`, review.base?.compared ? differences(review) : []),
    ...section(
      'Not in this pass',
      review.base?.compared ? [] : review.removed_screenshots.map(({ label }) => [line(label)]),
    ),
    ...section(
      'Not made',
      review.problems.map(({ label, message }) => [line(label), line(message, 300)]),
    ),
    ...section(
      'Notes',
      review.screenshots.flatMap(({ label, notices }) => notices.map((notice) => [line(label), line(notice, 300)])),
    ),
    ...section(
      'Marks',
      review.marks.map((mark) => [
        String(mark.id),
        mark.status.replaceAll('_', ' '),
        mark.must_fix ? 'must fix' : '',
        line(mark.body, 200),
      ]),
    ),
    ...section(
      'Findings',
      review.findings.map(({ severity, screenshot_index: shot, body }) => [
        severity ?? '',
        shot === null ? '' : `screenshot ${shot}`,
        line(body, 200),
      ]),
    ),
    ...section(
      'Suggestions of guests',
      review.suggestions.map(({ id, status, body }) => [String(id), status, line(body, 200)]),
    ),
  ].join('\n');
}

function changeWords(change: Review['screenshots'][number]['change']): string {
  if (change === null) return '';
  return change.kind === 'changed'
    ? `changed ${percent(change.share ?? 0)}`
    : change.kind === 'new'
      ? 'new'
      : 'looks the same';
}

function webhookWords(webhook: NonNullable<Review['webhook']>): string {
  const state = webhook.paused ? 'paused (sightline resume)' : 'on';
  const failures = webhook.failure_count === 0 ? '' : `, ${plural(webhook.failure_count, 'failure')} in a row`;
  return `${state}${failures}${webhook.last_error === null ? '' : `: ${line(webhook.last_error, 200)}`}`;
}
