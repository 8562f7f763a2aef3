import { deleteFindings } from '../finding/store.ts';
import { deleteMarks, deletePlaces, deleteUnplacedMarks } from '../mark/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { filesOf } from '../shot/files.ts';
import { deleteShotRequests, deleteShots, listDocuments, listShots } from '../shot/store.ts';
import { deleteDeliveries, deleteStates } from '../webhook/store.ts';
import { freeParent } from './open-review.ts';
import { countPasses, deleteChain, deleteReviewRow, lockChain, type ReviewRow } from './store.ts';

/** Deletes a pass's rows, and its chain's with the last pass. @returns the files to remove once that is committed */
export async function eraseReview(ports: Ports, tx: Tx, row: ReviewRow): Promise<string[]> {
  const { workspaceId, chainId, id } = row;
  await lockChain(tx, workspaceId, chainId);
  const files = [...filesOf(await listShots(tx, workspaceId, [id])), ...(await listDocuments(tx, workspaceId, id))];
  await deleteShots(tx, workspaceId, id);
  await deleteShotRequests(tx, workspaceId, id);
  await deletePlaces(tx, workspaceId, id);
  await deleteFindings(tx, workspaceId, id);
  await deleteDeliveries(tx, workspaceId, id);
  if (row.nextPassId === null) await freeParent(ports, tx, row);
  await deleteReviewRow(tx, row);
  files.push(...(await deleteUnplacedMarks(tx, { workspaceId, chainId })));
  if ((await countPasses(tx, workspaceId, chainId)) === 0) {
    files.push(...(await deleteMarks(tx, { workspaceId, chainId })));
    await deleteStates(tx, workspaceId, chainId);
    await deleteChain(tx, workspaceId, chainId);
  }
  return files;
}
