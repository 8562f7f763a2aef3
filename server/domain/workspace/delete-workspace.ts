import type { Output } from '../../contract/client.ts';
import { deleteWorkspaceEvents } from '../audit/store.ts';
import { isJob, requireHolder } from '../connection/require-holder.ts';
import { deleteWorkspaceConnections } from '../connection/store.ts';
import { DomainError, invalid } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { eraseReview, removeErased } from '../review/erase-review.ts';
import { listFrom } from '../review/store.ts';
import { deleteTokens, deleteWorkspaceRow, lockWorkspace } from '../token/store.ts';
import { deleteUploads } from '../upload/store.ts';
import { forgetErased, rememberErased } from './erased.ts';

const BATCH = 50;

/**
 * Deletes review after review, what comes in meanwhile too, and with the last of them the workspace, its connections and its tokens:
 * interrupted, it can be asked for again.
 */
export async function deleteWorkspace(
  ports: Ports,
  actor: ClientActor,
  input: { confirm: string },
): Promise<Output<'delete_workspace'>> {
  const { workspaceId } = actor;
  if (input.confirm !== workspaceId) {
    throw invalid('confirm', `To delete this workspace for good, send its id in \`confirm\`: ${workspaceId}`);
  }
  await requireHolder(ports, actor);
  if (await isJob(ports, actor)) {
    // Whoever may change a workflow could have it delete what every other pull request waits for.
    throw new DomainError(
      'forbidden',
      'A job does not delete its repository’s workspace. Whoever holds a token of the workspace can, or whoever runs this service.',
    );
  }
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
      await deleteWorkspaceConnections(tx, workspaceId);
      await deleteUploads(tx, workspaceId);
      await deleteTokens(tx, workspaceId);
      await deleteWorkspaceRow(tx, workspaceId);
      await deleteWorkspaceEvents(tx, workspaceId);
      await rememberErased(tx, workspaceId);
      return true;
    });
  }
  // The workspace is deleted whatever becomes of this; what stays of its folder is found by the sweep of files.
  await ports.storage
    .removeFolder(workspaceId)
    .then(() => forgetErased(ports.db, workspaceId))
    .catch(() => undefined);
  return { workspace_id: workspaceId, deleted: true, reviews };
}
