import { entryOf } from '../../contract/by-label.ts';
import type { JobData, Ports } from '../ports.ts';
import { readElementMap } from '../shot/element-file.ts';
import { fileKey } from '../shot/files.ts';
import { change, shotsBefore } from '../shot/keep-shot.ts';
import { byLabelBefore } from '../shot/moved-page.ts';
import { findComparedShot, isUncompared, listShots, putChange } from '../shot/store.ts';
import { compareMarks } from './open-review.ts';
import { findReview, lockChain } from './store.ts';

/**
 * Compares a screenshot that was made before its counterpart in the previous pass. Running it twice changes nothing.
 */
export async function compareShot(ports: Ports, { workspaceId, shotId }: JobData['compare_shot']): Promise<void> {
  const shot = await findComparedShot(ports.db, workspaceId, shotId);
  const review = shot === null ? null : await findReview(ports.db, workspaceId, shot.reviewId);
  if (shot === null || review === null || !isUncompared(shot)) return;
  const before = await shotsBefore(ports, workspaceId, review.parentId);
  const own = byLabelBefore(await listShots(ports.db, workspaceId, [review.id]));
  const [key = null] = entryOf(own, shotId);
  const { diff, ...changed } = await change(ports, before, key, {
    ...shot,
    read: () => ports.storage.get(shot.storageKey),
    elements: () => readElementMap(ports, shot),
  });
  if (isUncompared(changed)) return;
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
