import { isJob, requireHolder } from '../connection/require-holder.ts';
import { deleteWorkspaceCodes } from '../connection/store.ts';
import { DomainError, invalid } from '../failure.ts';
import { deleteSetting, insertSetting, listSettings } from '../installation/store.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { listBindingsNamed } from '../repository/store.ts';
import { eraseReview, removeErased } from '../review/erase-review.ts';
import { listFrom } from '../review/store.ts';
import { deleteWorkspaceRow, listWorkspaceIds, lockForDeletion } from '../workspace/store.ts';

const PREFIX = 'erased_workspace:';

/**
 * Remembers a deleted workspace until its folder is deleted as well, because files of an unknown workspace are never
 * removed.
 */
const rememberErased = (tx: Tx, workspaceId: string): Promise<void> => insertSetting(tx, `${PREFIX}${workspaceId}`, '');

const forgetErased = (tx: Tx, workspaceId: string): Promise<void> => deleteSetting(tx, `${PREFIX}${workspaceId}`);

/** Returns which of these workspaces are deleted but may still have files. */
export async function listErased(tx: Tx, workspaceIds: readonly string[]): Promise<string[]> {
  const keys = await listSettings(
    tx,
    workspaceIds.map((id) => `${PREFIX}${id}`),
  );
  return keys.map((key) => key.slice(PREFIX.length));
}

const BATCH = 50;

/**
 * Deletes all reviews of a workspace one by one, including those that arrive meanwhile, and then the workspace. After
 * an interruption it can be called again. The caller has checked the permission.
 * @returns how many reviews were deleted
 */
async function eraseWorkspace(ports: Ports, workspaceId: string): Promise<number> {
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

async function findNamed(ports: Ports, named: string): Promise<string[]> {
  if (!named.includes('/')) return listWorkspaceIds(ports.db, [named]);
  return (await listBindingsNamed(ports.db, named)).map(({ workspaceId }) => workspaceId);
}

/**
 * Deletes a workspace for the operator, who is the only one who may delete that of a repository's jobs.
 * @param named its id, or the `owner/name` under which a job of its repository last signed in
 * @throws DomainError `not_found`; `invalid_request` when several repositories have had the name
 */
export async function eraseNamedWorkspace(
  ports: Ports,
  named: string,
): Promise<{ workspaceId: string; reviews: number }> {
  const [workspaceId, ...others] = await findNamed(ports, named);
  if (workspaceId === undefined) {
    throw new DomainError(
      'not_found',
      `There is no workspace “${named}”. Give its id, or the OWNER/NAME under which a job of its repository last signed in.`,
    );
  }
  if (others.length > 0) {
    const ids = [workspaceId, ...others].join(', ');
    throw invalid(
      'workspace',
      `Several repositories were called ${named}. Give the id of one of their workspaces: ${ids}`,
    );
  }
  return { workspaceId, reviews: await eraseWorkspace(ports, workspaceId) };
}

/**
 * Deletes the caller's workspace. @throws DomainError `forbidden` for clients that only joined the workspace, and for a
 * repository's jobs
 */
export const deleteWorkspace: Handler<'delete_workspace'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  if (input.confirm !== workspaceId) {
    throw invalid('confirm', `To delete this workspace for good, send its id in \`confirm\`: ${workspaceId}`);
  }
  await requireHolder(ports, actor);
  if (await isJob(ports, actor)) {
    // Otherwise anybody who may change a workflow could delete the reviews that every other pull request waits for.
    throw new DomainError(
      'forbidden',
      'A job does not delete its repository’s workspace. A person who has a token of the workspace can, or the operator of this service.',
    );
  }
  const reviews = await eraseWorkspace(ports, workspaceId);
  return { workspace_id: workspaceId, deleted: true, reviews };
};
