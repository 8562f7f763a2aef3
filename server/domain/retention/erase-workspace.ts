import { deleteWorkspaceCodes } from '../connection/store.ts';
import type { Ports } from '../ports.ts';
import { eraseReview, removeErased } from '../review/erase-review.ts';
import { listFrom } from '../review/store.ts';
import { deleteWorkspaceRow, lockWorkspace } from '../workspace/store.ts';
import { forgetErased, rememberErased } from './erased.ts';

const BATCH = 50;

/**
 * Deletes review after review, including those that arrive meanwhile, and then the workspace. When it was interrupted, it
 * can be called again. The caller has checked who may.
 * @returns how many reviews went
 */
export async function eraseWorkspace(ports: Ports, workspaceId: string): Promise<number> {
  let reviews = 0;
  for (let empty = false; !empty; ) {
    const rows = await listFrom(ports.db, { workspaceId, after: undefined, size: BATCH });
    for (const row of rows) {
      await removeErased(ports, await ports.transaction((tx) => eraseReview(ports, tx, row)));
      reviews += 1;
    }
    if (rows.length > 0) continue;
    empty = await ports.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      if ((await listFrom(tx, { workspaceId, after: undefined, size: 1 })).length > 0) return false;
      await deleteWorkspaceCodes(tx, workspaceId);
      await deleteWorkspaceRow(tx, workspaceId);
      await rememberErased(tx, workspaceId);
      return true;
    });
  }
  // The workspace is deleted whatever becomes of this; what stays of its folder is found by the sweep of files.
  await ports.storage
    .removeFolder(workspaceId)
    .then(() => forgetErased(ports.db, workspaceId))
    .catch(() => undefined);
  return reviews;
}
