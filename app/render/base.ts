import type { BaseChange, EarlierApproval } from '../../server/contract/base.ts';
import { pullRequestOf } from '../../server/contract/reference.ts';
import type { Review } from '../../server/contract/review.ts';
import { clip, inline, plain, plural } from './markdown.ts';
import type { Status } from './status.ts';

// Types and not interfaces: GitHub registrations store them as JSON.

/** A difference from the base of a review. */
export type BaseDifference = {
  label: string;
  kind: 'new' | 'changed' | 'removed';
};

/** One that was approved before, with the same screenshot before and after. */
export type ApprovedDifference = BaseDifference & {
  /** The review in which it was. */
  reviewId: string;
  /** The number of its pull request; null when it was of none. */
  pullRequest: number | null;
  /** The GitHub user who signed in; null when a link was enough. */
  login: string | null;
  /** The decision on that review, which may have asked for other changes. */
  outcome: EarlierApproval['outcome'];
};

/** One that a person called noise. */
export type NoiseDifference = BaseDifference & {
  /** The rules that cover it. Each is enough. */
  rules: NoiseFacts[];
};

/** `approval`: what put the rule into force; null for a rule of this review, which nobody has approved. */
export type NoiseFacts = { reason: string; until: string; approval: Approval | null };

/**
 * An approval that a comparison relies on. `login`: the GitHub user who signed in; null when a link was enough. Without
 * it, the review's present approval. `outcome`: the decision on that review, by default an approval.
 */
export type Approval = { reviewId: string; login?: string | null; outcome?: EarlierApproval['outcome'] | undefined };

/** How a review differs from its base. It is stored, so it contains no secret. */
export type BaseFacts = {
  /** The baseline, or the review whose approved pass it is. */
  id: string;
  kind: 'baseline' | 'approved_pass';
  repository: string;
  name: string;
  commit: string;
  reason: string;
  identical: number;
  approved: ApprovedDifference[];
  noise: NoiseDifference[];
  /** What nobody has approved yet. */
  open: BaseDifference[];
};

const toNoise = (label: string, rules: BaseChange['noise']): NoiseDifference => ({
  ...{ label, kind: 'changed' },
  rules: rules.map(({ reason, expires_at: until, approved_in: by }) => ({
    reason,
    until,
    approval: by && { reviewId: by.review_id, login: by.verified_login },
  })),
});

/** Returns how a review differs from its base; null without one, and until every screenshot is compared. */
export function readBase({ base, screenshots, removed_screenshots: removed = [] }: Review): BaseFacts | null {
  if (base == null || base.id === null || base.commit === null || base.kind === 'none' || !base.compared) return null;
  const { id, kind, repository, name, commit, reason } = base;
  const noise: NoiseDifference[] = [];
  const facts: BaseFacts = { id, kind, repository, name, commit, reason, identical: 0, approved: [], noise, open: [] };
  const add = (difference: BaseDifference, approval: EarlierApproval | null): void => {
    if (approval === null) facts.open.push(difference);
    else {
      const { review_id: reviewId, verified_login: login, outcome } = approval;
      facts.approved.push({ ...difference, reviewId, pullRequest: pullRequestOf(approval.reference), login, outcome });
    }
  };
  for (const { label, base_change: change } of screenshots) {
    if (change?.kind === 'identical') facts.identical += 1;
    else if (change === null) add({ label, kind: 'changed' }, null);
    else if (change.approved_in === null && change.noise.length > 0) noise.push(toNoise(label, change.noise));
    else add({ label, kind: change.kind }, change.approved_in);
  }
  for (const { label, approved_in } of removed) add({ label, kind: 'removed' }, approved_in);
  return facts;
}

/** What a review's own facts say of what is left to do, in `ReviewFacts`. */
interface LeftToDo {
  base: BaseFacts | null;
  failed: number;
  outstanding: number;
  awaitingVerification: number;
}

/**
 * Returns the comparison by which an undecided review needs nobody: every difference was approved before, no screenshot
 * is missing, and no mark is left to fix or to verify. null when a person has to look.
 */
export function settledBy({ base, failed, outstanding, awaitingVerification }: LeftToDo): BaseFacts | null {
  if (base === null || base.open.length > 0) return null;
  if (base.noise.some(({ rules }) => rules.every(({ approval }) => approval === null))) return null;
  return failed === 0 && outstanding === 0 && awaitingVerification === 0 ? base : null;
}

/**
 * Returns the comparison by which an undecided review passes without a decision; null when a person decides. `before`:
 * how the newest decided pass before it was decided, since who requested changes decides whether they were made.
 * `carriesOver`: whether an earlier approval may hold.
 */
export function passesBy(
  facts: LeftToDo,
  { before, carriesOver }: { before: Status | null; carriesOver: boolean },
): BaseFacts | null {
  const base = settledBy(facts);
  if (base === null || before === 'changes_requested') return null;
  return carriesOver || approvalsOf(base).length === 0 ? base : null;
}

/** Returns the approvals that a comparison relies on: one of each list has to count. */
export const approvalsOf = ({ id, kind, approved, noise }: BaseFacts): Approval[][] => [
  ...(kind === 'approved_pass' ? [[{ reviewId: id }]] : []),
  ...approved.map(({ reviewId, login, outcome }) => [{ reviewId, login, outcome }]),
  ...noise.map(({ rules }) => rules.flatMap(({ approval }) => approval ?? [])),
];

export const looksSame = (count: number): string =>
  `${plural(count, 'screenshot')} ${count === 1 ? 'looks' : 'look'} the same`;

const sinceBase = ({ commit }: BaseFacts): string => `since ${plain(commit.slice(0, 7), 7)}`;

/** Describes a review of which everything is identical or approved before: `5 changes, approved in #41 by octocat`. */
export function describeSettled(facts: BaseFacts): string {
  const { approved, noise } = facts;
  const ignored = noise.length === 0 ? '' : `, ${plural(noise.length, 'screenshot')} with noise`;
  if (approved.length === 0) return `No visible changes ${sinceBase(facts)}${ignored}`;
  const changes = plural(approved.length, 'change');
  const [number, ...numbers] = new Set(approved.map(({ pullRequest }) => pullRequest));
  const [login, ...logins] = new Set(approved.map((each) => each.login));
  const verb = approved.every(({ outcome }) => outcome === 'changes_requested') ? 'accepted' : 'approved';
  const where = number == null || numbers.length > 0 ? `${verb} before` : `${verb} in #${number}`;
  return `${changes}, ${where}${login == null || logins.length > 0 ? '' : ` by ${plain(login, 39)}`}${ignored}`;
}

/** Describes what a person has to look at, and what not: `2 changes since abc1234, 9 screenshots look the same`. */
export function describeDifferences(facts: BaseFacts): string {
  const { open, approved, noise, identical } = facts;
  return [
    `${plural(open.length, 'change')} ${sinceBase(facts)}`,
    ...(approved.length > 0 ? [`${plural(approved.length, 'change')} approved before`] : []),
    ...(noise.length > 0 ? [`${plural(noise.length, 'screenshot')} with noise`] : []),
    ...(identical > 0 ? [looksSame(identical)] : []),
  ].join(', ');
}

const MAX_LISTED = 40;

function listed(lines: readonly string[]): string {
  const more = lines.length - MAX_LISTED;
  return [...lines.slice(0, MAX_LISTED), ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

/** Lists differences as Markdown, one in each line. */
export const listDifferences = (differences: readonly (BaseDifference | ApprovedDifference)[]): string =>
  listed(
    differences.map((each) => {
      const number = 'pullRequest' in each ? each.pullRequest : null;
      const verb = 'outcome' in each && each.outcome === 'changes_requested' ? 'accepted' : 'approved';
      return `- ${inline(clip(each.label, 120))}: ${each.kind}${number === null ? '' : `, ${verb} in #${number}`}`;
    }),
  );

/** Lists the differences that a person called noise, with reason and date. */
export const listNoise = ({ noise }: BaseFacts): string[] =>
  noise.length === 0
    ? []
    : [
        'Differs only by what a person called noise:',
        listed(
          noise.map(
            ({ label, rules: [rule, ...more] }) =>
              `- ${inline(clip(label, 120))}: ${inline(clip(rule?.reason ?? '', 200))}, until ${rule?.until.slice(0, 10)}${more.length > 0 ? `, and ${plural(more.length, 'rule')} more` : ''}`,
          ),
        ),
      ];
