import type { JobData, Ports, Tx } from '../ports.ts';
import { readElementMap } from '../shot/element-file.ts';
import { fileKey } from '../shot/files.ts';
import { change, shotsBefore } from '../shot/keep-shot.ts';
import { findComparedShot, listShots, putChange, shotProgress } from '../shot/store.ts';
import { requestBaseComparison } from './compare-base.ts';
import { compareMarks } from './open-review.ts';
import { findReview, lockChain, type ReviewRow } from './store.ts';

const isUnknown = (kind: string | null): boolean => kind === null || kind === 'new';

/** Queues the missing comparisons of a pass with its parent, as far as the parent's screenshots exist. */
async function compareMissing(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  const { workspaceId, parentId } = row;
  if (parentId === null) return;
  const unknown = (await listShots(tx, workspaceId, [row.id])).filter(({ changeKind }) => isUnknown(changeKind));
  if (unknown.length === 0) return;
  const before = new Set((await listShots(tx, workspaceId, [parentId])).map(({ label }) => label));
  const areAllMade = (await shotProgress(tx, workspaceId, parentId)).waiting === 0;
  for (const shot of unknown) {
    if (before.has(shot.label)) {
      await ports.queue.send(tx, 'compare_shot', { workspaceId, shotId: shot.id }, { key: shot.id });
    } else if (areAllMade && shot.changeKind === null) await putChange(tx, shot, { changeKind: 'new' });
  }
}

/**
 * Completes the comparisons after screenshots of a pass were made or given up: those with its base and with the previous
 * pass, and those of the next pass with this one, whichever was made first. The caller holds the chain's lock.
 */
export async function compareAround(ports: Ports, tx: Tx, { workspaceId, id }: ReviewRow): Promise<void> {
  const row = await findReview(tx, workspaceId, id);
  if (row === null) return;
  await requestBaseComparison(ports, tx, row);
  await compareMissing(ports, tx, row);
  const next = row.nextPassId === null ? null : await findReview(tx, workspaceId, row.nextPassId);
  if (next !== null) await compareMissing(ports, tx, next);
}

/**
 * Compares a screenshot that was made before its counterpart in the previous pass. Running it twice changes nothing.
 */
export async function compareShot(ports: Ports, { workspaceId, shotId }: JobData['compare_shot']): Promise<void> {
  const shot = await findComparedShot(ports.db, workspaceId, shotId);
  const review = shot === null ? null : await findReview(ports.db, workspaceId, shot.reviewId);
  if (shot === null || review === null || !isUnknown(shot.changeKind)) return;
  const before = await shotsBefore(ports, workspaceId, review.parentId);
  const { diff, ...changed } = await change(ports, before, shot.label, {
    ...shot,
    read: () => ports.storage.get(shot.storageKey),
    elements: () => readElementMap(ports, shot),
  });
  if (isUnknown(changed.changeKind)) return;
  const diffKey = diff === null ? null : fileKey(shot, 'difference.png');
  if (diff !== null && diffKey !== null) await ports.storage.put(diffKey, diff);
  await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, review.chainId);
    if (!(await putChange(tx, shot, { ...changed, diffKey }))) return;
    const current = await findReview(tx, workspaceId, review.id);
    // A decided review stays as its reviewer saw it.
    if (current?.status === 'open') await compareMarks(ports, tx, current, shot.id);
  });
}
