import type { NextAction, ReviewStatus, ReviewType } from '../../contract/review.ts';
import type { ShardsSent } from '../../contract/source.ts';
import { invalid } from '../failure.ts';

/** The statuses that are stored: all but `expired`, which follows from the clock. */
export type StoredStatus = Exclude<ReviewStatus, 'expired'>;

export const LIFETIME_DAYS = 30;
export const MAX_SHOTS = 1000;

/** Returns the status at the moment of reading, which the clock may have made `expired`. */
export function effectiveStatus(
  { status, expiresAt }: { status: StoredStatus; expiresAt: Date },
  now: Date,
): ReviewStatus {
  const undecided = status === 'open' || status === 'preparing';
  return undecided && now >= expiresAt ? 'expired' : status;
}

export interface Situation {
  status: ReviewStatus;
  type: ReviewType;
  /** Whether `expires_at` has passed, whatever the status. */
  expired: boolean;
  hasNextPass: boolean;
  outstanding: number;
  awaiting: number;
  /** How many screenshots are made, and how many were requested: made, awaited or given up. */
  made: number;
  requested: number;
  problems: readonly { label: string; message: string }[];
  /** How many jobs have not yet sent their screenshots. */
  shardsLeft: number;
}

const LATER_PASS = 'A later pass continues this one. Read next_pass_id.';

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** Lists each reason once, after everything that it stopped. */
function problemsOnce(problems: Situation['problems']): string {
  const reasons = Map.groupBy(problems, ({ message }) => message);
  return [...reasons].map(([message, of]) => `${of.map(({ label }) => label).join(', ')}: ${message}`).join(' · ');
}

const failedSoFar = ({ length }: Situation['problems']): string =>
  length === 0 ? '' : `, ${length} could not be made`;

export function nextAction(now: Situation): NextAction {
  if (now.expired || now.status === 'expired') {
    const then = now.hasNextPass ? LATER_PASS : 'Open a new pass to ask again.';
    return { action: 'expired', summary: `This review has expired. ${then}` };
  }
  switch (now.status) {
    case 'preparing':
      if (now.shardsLeft > 0) {
        const jobs = now.shardsLeft === 1 ? '1 job has' : `${now.shardsLeft} jobs have`;
        return { action: 'wait_for_screenshots', summary: `${jobs} not sent all screenshots yet.` };
      }
      return {
        action: 'wait_for_screenshots',
        summary: `Screenshots are being made: ${now.made} of ${now.requested}${failedSoFar(now.problems)}. Read the review again in a few seconds.`,
      };
    case 'open':
      return {
        action: 'wait_for_reviewer',
        summary:
          'Send review_url to the person who decides, then wait for the decision or read the review again later.',
      };
    case 'approved':
      return { action: 'proceed', summary: 'Approved. Continue.' };
    case 'changes_requested': {
      if (now.hasNextPass) return { action: 'see_latest_pass', summary: LATER_PASS };
      // A pass that is created without a type is one of a UI, whatever its parent is.
      const fields = `parent_id${now.type === 'ui' ? '' : ` and type "${now.type}"`}`;
      if (now.outstanding === 0 && now.awaiting > 0) {
        return {
          action: 'open_next_pass',
          summary: `All marks are reported resolved. If the decision’s note asks for more, do that too, then open the next pass with ${fields}, so that ${count(now.awaiting, 'mark')} can be verified.`,
        };
      }
      return {
        action: 'apply_pins_then_next_pass',
        summary:
          now.outstanding === 0
            ? `Changes are asked for in the decision’s note. Apply them, then open the next pass with ${fields}.`
            : `Fix ${count(now.outstanding, 'mark')} from work_packets, report ${now.outstanding === 1 ? 'it' : 'them'} with resolve_marks, then open the next pass with ${fields}.`,
      };
    }
    case 'superseded':
      return { action: 'see_latest_pass', summary: LATER_PASS };
    case 'failed':
      return {
        action: 'fix_source_and_retry',
        summary: `No screenshot could be made: ${problemsOnce(now.problems) || 'unknown reason'}`,
      };
    case 'cancelled':
      return { action: 'none', summary: 'This review was withdrawn.' };
  }
}

export interface Permissions {
  mark: boolean;
  decide: boolean;
  change_mind: boolean;
  verify: boolean;
  reply: boolean;
  reason: string | null;
}

/** Returns what the reviewer may do, and the reason where something is not allowed. */
export function permissions(status: ReviewStatus, expired: boolean, laterPassOpen: boolean): Permissions {
  const nothing = (reason: string): Permissions => ({
    mark: false,
    decide: false,
    change_mind: false,
    verify: false,
    reply: false,
    reason,
  });
  if (expired || status === 'expired')
    return nothing('This review has expired. View only: it can no longer be approved.');
  if (laterPassOpen) return nothing('A newer pass is open. Marks and decisions belong there.');
  switch (status) {
    case 'open':
      return { mark: true, decide: true, change_mind: false, verify: true, reply: true, reason: null };
    case 'approved':
    case 'changes_requested': {
      const mark = status === 'changes_requested';
      return { mark, decide: false, change_mind: true, verify: true, reply: true, reason: null };
    }
    case 'preparing':
      return nothing('The screenshots are still being made. You can mark and decide when they’re ready.');
    case 'failed':
      return nothing('No screenshot could be made, so there is nothing to decide.');
    case 'cancelled':
      return nothing('This review was withdrawn by its requester.');
    case 'superseded':
      return nothing('A newer pass took the place of this one.');
  }
}

/** How many jobs send the screenshots of a pass, and which have sent theirs. */
interface Sharded {
  shards: number | null;
  shardsSent: number[];
}

/** Returns how many jobs have not yet sent their screenshots. */
export const shardsLeft = ({ shards, shardsSent }: Sharded): number =>
  shards === null ? 0 : Math.max(0, shards - shardsSent.length);

export const toShards = ({ shards, shardsSent }: Sharded): ShardsSent | null =>
  shards === null ? null : { expected: shards, sent: [...shardsSent].sort((one, other) => one - other) };

/** Refuses a shard that the pass does not expect. @throws DomainError that says which it expects */
export function requireShard({ shards }: Pick<Sharded, 'shards'>, shard: number | undefined): void {
  if (shard === undefined && shards === null) return;
  if (shards === null) throw invalid('shard', '`shard` is for what was created with `shards`. Leave it out.');
  if (shard === undefined)
    throw invalid('shard', `\`shard\` is missing: say which of the ${shards} shards sends this.`);
  if (shard > shards) throw invalid('shard', `There are ${shards} shards, so \`shard\` is 1 to ${shards}.`);
}
