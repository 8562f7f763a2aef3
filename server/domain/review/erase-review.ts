import { deleteReviewEvents } from '../audit/store.ts';
import { askingForPass } from '../base/store.ts';
import { deleteUnplacedMarks } from '../mark/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { imageFiles, reviewFolder } from '../shot/files.ts';
import { listImages, notShown } from '../shot/store.ts';
import { returnSuggestions } from '../suggestion/carry-suggestions.ts';
import { afterImageFolder } from './fetch-after-image.ts';
import { freeParent } from './open-review.ts';
import { requestBases } from './request-bases.ts';
import { countPasses, deleteChain, deleteReviewRow, lockChain, type ReviewRow } from './store.ts';

/** What to remove from the storage once the rows are deleted. */
export interface Erased {
  files: string[];
  folders: string[];
}

/** Removes folders as well as files, because a process that crashed may have left files that no row names. */
export async function removeErased(ports: Ports, { files, folders }: Erased): Promise<void> {
  await Promise.allSettled([
    ...files.map((key) => ports.storage.remove(key)),
    ...folders.map((folder) => ports.storage.removeFolder(folder)),
  ]);
}

/** Deletes a pass's rows, and its chain's with the last pass. */
export async function eraseReview(ports: Ports, tx: Tx, row: ReviewRow): Promise<Erased> {
  const { workspaceId, chainId, id } = row;
  await lockChain(tx, workspaceId, chainId);
  await requestBases(ports, tx, row, askingForPass(row));
  const folders = [reviewFolder(row)];
  const files: string[] = [];
  await returnSuggestions(ports, tx, row, true);
  if (row.nextPassId === null) await freeParent(ports, tx, row);
  const images = await listImages(tx, workspaceId, id);
  await deleteReviewRow(tx, row);
  files.push(...(await notShown(tx, workspaceId, images)).flatMap(imageFiles));
  await deleteReviewEvents(tx, workspaceId, id);
  files.push(...(await deleteUnplacedMarks(tx, { workspaceId, chainId })));
  if ((await countPasses(tx, workspaceId, chainId)) === 0) {
    folders.push(afterImageFolder(row));
    await deleteChain(tx, workspaceId, chainId);
  }
  return { files, folders };
}
