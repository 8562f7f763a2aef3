import { deleteWorkspaceCodes } from '../connection/store.ts';
import type { Ports } from '../ports.ts';
import { eraseReview, removeErased } from '../review/erase-review.ts';
import { listFrom } from '../review/store.ts';
import { deleteWorkspaceRow, lockForDeletion } from '../workspace/store.ts';
import { forgetErased, rememberErased } from './erased.ts';

const BATCH = 50;

/**
 * Deletes all reviews of a workspace one by one, including those that arrive meanwhile, and then the workspace. After
 * an interruption it can be called again. The caller has checked the permission.
 * @returns how many reviews were deleted
 */
export async function eraseWorkspace(ports: Ports, workspaceId: string): Promise<number> {
  let reviews = 0;
  for (let empty = false; !empty; ) {
    const rows = await listFrom(ports.db, { workspaceId, after: undefined, size: BATCH, withBaselines: true });
    for (const row of rows) {
      const erased = await ports.transaction((tx) => eraseReview(ports, tx, row));
      await removeErased(ports, erased);
      if (erased !== null && !row.isBaseline) reviews += 1;
    }
    if (rows.length > 0) continue;
    empty = await ports.transaction(async (tx) => {
      await lockForDeletion(tx, workspaceId);
      if ((await listFrom(tx, { workspaceId, after: undefined, size: 1, withBaselines: true })).length > 0)
        return false;
      await deleteWorkspaceCodes(tx, workspaceId);
      await deleteWorkspaceRow(tx, workspaceId);
      await rememberErased(tx, workspaceId);
      return true;
    });
  }
  // The workspace is deleted even if removing its folder fails; the sweep of files finds what is left.
  await ports.storage
    .removeFolder(workspaceId)
    .then(() => forgetErased(ports.db, workspaceId))
    .catch(() => undefined);
  return reviews;
}
