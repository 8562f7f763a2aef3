import type { ReviewStatus } from '../../contract/review.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError, notFound } from '../failure.ts';
import { type ChainKey, insertMark, listMarks, type PlacedMark, saveMark, updateMark } from '../mark/store.ts';
import { listWithUnsent, toUnsent, type UnsentMark } from '../mark/unsent.ts';
import type { Ports, Reviewer, Tx } from '../ports.ts';
import { laterPassOpen, lockReview } from '../review/passes.ts';
import { effectiveStatus, type Permissions, permissions } from '../review/rules.ts';
import { putUnsent, type ReviewRow, readUnsent } from '../review/store.ts';
import { readReview } from './read-review.ts';

export interface Scene {
  row: ReviewRow;
  chain: ChainKey;
  status: ReviewStatus;
  can: Permissions;
  /** What no request has sent yet. Changes of marks join it while changes are requested. */
  unsent: readonly UnsentMark[];
  now: Date;
}

/**
 * Runs one change by the holder of a review link under the chain's lock, so that two people's changes follow each
 * other, and returns the state afterwards.
 */
export async function asReviewer(
  ports: Ports,
  actor: Reviewer,
  work: (tx: Tx, scene: Scene) => Promise<void>,
): Promise<ReviewerView> {
  await ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, actor.reviewId);
    const now = ports.clock();
    const status = effectiveStatus(row, now);
    const can = permissions(status, now >= row.expiresAt, await laterPassOpen(tx, row));
    const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
    await work(tx, { row, status, can, now, chain, unsent: readUnsent(row) });
  });
  // Read after the commit, so that no person and no webhook waits for the answer.
  return readReview(ports, actor, {});
}

/** Refuses to change a mark where none can be changed. */
export function requireMarking(scene: Scene): void {
  requirePermission(scene.can.mark, scene, 'This review is approved. Change the decision to change its marks.');
}

/** Refuses with the reason that people are shown. */
export function requirePermission(allowed: boolean, scene: Scene, otherwise: string): void {
  if (!allowed) throw new DomainError('conflict', scene.can.reason ?? otherwise);
}

/** Lists the marks of the pass as the review page shows them. */
export async function listShownMarks(tx: Tx, { row, chain, unsent }: Scene): Promise<PlacedMark[]> {
  return listWithUnsent(chain, await listMarks(tx, row.workspaceId, row.id), unsent);
}

/** Stores a new or changed mark. While changes are requested, it waits until the reviewer updates the request. */
export async function keepMark(tx: Tx, { row, status, unsent }: Scene, mark: PlacedMark): Promise<void> {
  const sent = (await listMarks(tx, row.workspaceId, row.id)).find(({ number }) => number === mark.number);
  if (status !== 'changes_requested') return sent === undefined ? insertMark(tx, row, mark) : saveMark(tx, row, mark);
  const others = unsent.filter(({ number }) => number !== mark.number);
  const own = toUnsent(mark, sent);
  await putUnsent(tx, row, own === null ? others : [...others, own]);
}

/** Returns the mark of that number on this pass, with its unsent change. @throws DomainError `not_found` */
export async function requireMark(tx: Tx, scene: Scene, number: number): Promise<PlacedMark> {
  const marks = await listShownMarks(tx, scene);
  const mark = marks.find((each) => each.number === number);
  if (mark === undefined) throw notFound('mark');
  return mark;
}

/** Returns a mark as clients know it, or as withdrawn. @throws DomainError `not_found`, or `conflict` when it waits to be sent */
export async function requireSentMark(tx: Tx, scene: Scene, number: number): Promise<PlacedMark> {
  const mark = await requireMark(tx, scene, number);
  if (scene.unsent.some((each) => each.number === number && each.made !== null)) {
    throw new DomainError('conflict', `Mark ${number} is not sent yet. Update the request first.`);
  }
  if (mark.status === 'withdrawn') return mark;
  const sent = await listMarks(tx, scene.row.workspaceId, scene.row.id);
  return sent.find((each) => each.number === number) ?? mark;
}

/** Changes a mark's status and records it. The former status is kept, so that `restore_mark` can undo the change. */
export async function changeMark(
  tx: Tx,
  scene: Scene,
  mark: PlacedMark,
  status: 'verified' | 'reopened' | 'withdrawn',
  more: { reopenReason?: string | null } = {},
): Promise<void> {
  const { number, status: from } = mark;
  // A reopening can be undone: the mark is then still what the decision made of it.
  const own = status === 'reopened' ? {} : { settledByDecision: null };
  const change = { status, formerStatus: from, updatedAt: scene.now, ...own };
  if (status === 'withdrawn') await keepMark(tx, scene, { ...mark, ...change });
  else await updateMark(tx, scene.chain, number, { ...change, ...more });
  await recordByLink(tx, scene.row, `mark.${status}`, { mark: number, from });
}

/**
 * Withdraws the mark that a suggestion or a finding became, unless somebody has worked on it. A mark that is withdrawn
 * or deleted already stays so.
 * @throws DomainError `conflict` with what to do instead
 */
export async function withdrawAcceptedMark(tx: Tx, scene: Scene, number: number | null): Promise<void> {
  const marks = await listShownMarks(tx, scene);
  const mark = marks.find((each) => each.number === number);
  if (mark === undefined || mark.status === 'withdrawn') return;
  if (mark.status !== 'open') {
    throw new DomainError(
      'conflict',
      `Mark ${mark.number} was made of it and has been worked on: it is ${mark.status.replace('_', ' ')}. Withdraw the mark instead.`,
    );
  }
  await changeMark(tx, scene, mark, 'withdrawn');
}
