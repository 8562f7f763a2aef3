import { recordByToken } from '../audit/record.ts';
import { deleteReviewEvents } from '../audit/store.ts';
import { askingForPass, findBaseline, keepNewest } from '../base/store.ts';
import { notFound } from '../failure.ts';
import { imageFolder } from '../mark/fields.ts';
import { deleteUnplacedMarks } from '../mark/store.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { imageFiles, reviewFolder } from '../shot/files.ts';
import { listImages, lockShots, notShown, type StoredImage } from '../shot/store.ts';
import { returnSuggestions } from '../suggestion/carry-suggestions.ts';
import { requestBases } from './compare-base.ts';
import { joinAround } from './open-review.ts';
import { passesBefore } from './passes.ts';
import { countPasses, deleteChain, deleteReviewRow, findPass, findReview, lockChain, type ReviewRow } from './store.ts';

/** What to remove from the storage once the rows are deleted. */
interface Erased {
  workspaceId: string;
  /** Those that no other pass shows are removed. */
  images: StoredImage[];
  files: string[];
  folders: string[];
}

/**
 * Removes the files of images that no row shows any more. Called after the commit that deleted their rows: before it,
 * two transactions that delete the last two rows of an image would each see the other's. The sweep of files finds what
 * an error here leaves.
 */
export async function removeUnshown(ports: Ports, workspaceId: string, images: readonly StoredImage[]): Promise<void> {
  const unused = await notShown(ports.db, workspaceId, images).catch(() => []);
  await Promise.allSettled(unused.flatMap(imageFiles).map((key) => ports.storage.remove(key)));
}

/** Removes folders as well as files, because a process that crashed may have left files that no row names. */
export async function removeErased(ports: Ports, erased: Erased | null): Promise<void> {
  if (erased === null) return;
  const { workspaceId, images, files, folders } = erased;
  await Promise.allSettled([
    removeUnshown(ports, workspaceId, images),
    ...files.map((key) => ports.storage.remove(key)),
    ...folders.map((folder) => ports.storage.removeFolder(folder)),
  ]);
}

/** Deletes a pass's rows, and its chain's with the last pass. Returns null when the pass is deleted already. */
export async function eraseReview(
  ports: Ports,
  tx: Tx,
  { workspaceId, chainId, id }: Pick<ReviewRow, 'workspaceId' | 'chainId' | 'id'>,
): Promise<Erased | null> {
  await lockChain(tx, workspaceId, chainId);
  // The passes around it may have come or gone since it was read.
  const row = await findPass(tx, workspaceId, id);
  if (row === null) return null;
  // Locked before jobs are queued and credits returned, in the order of transactions that add screenshots.
  await lockShots(tx, workspaceId, id);
  await requestBases(ports, tx, row, askingForPass(row));
  const folders = [reviewFolder(row)];
  await returnSuggestions(ports, tx, await passesBefore(tx, row), row, true);
  await joinAround(ports, tx, row);
  const images = await listImages(tx, workspaceId, id);
  const baseline = row.isBaseline ? await findBaseline(tx, { workspaceId, reviewId: id }) : null;
  await deleteReviewRow(tx, row);
  if (baseline !== null) await keepNewest(tx, baseline, ports.clock());
  await deleteReviewEvents(tx, workspaceId, id);
  const files = await deleteUnplacedMarks(tx, { workspaceId, chainId });
  if ((await countPasses(tx, workspaceId, chainId)) === 0) {
    folders.push(imageFolder(row));
    await deleteChain(tx, workspaceId, chainId);
  }
  return { workspaceId, images, files, folders };
}

export const deleteReview: Handler<'delete_review'> = async (ports, actor, input) => {
  const erased = await ports.transaction(async (tx) => {
    const row = await findReview(tx, actor.workspaceId, input.id);
    if (row === null) throw notFound();
    const erased = await eraseReview(ports, tx, row);
    if (erased === null) throw notFound();
    await recordByToken(tx, actor, row.id, 'review.deleted', {});
    return erased;
  });
  await removeErased(ports, erased);
  return { id: input.id, deleted: true };
};
