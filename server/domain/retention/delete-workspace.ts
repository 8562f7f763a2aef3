import type { Output } from '../../contract/client.ts';
import { isJob, requireHolder } from '../connection/require-holder.ts';
import { DomainError, invalid } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { eraseWorkspace } from './erase-workspace.ts';

/**
 * Deletes the caller's workspace. @throws DomainError `forbidden` for clients that only joined the workspace, and for a
 * repository's jobs
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
    // Otherwise anybody who may change a workflow could delete the reviews that every other pull request waits for.
    throw new DomainError(
      'forbidden',
      'A job does not delete its repository’s workspace. A person who has a token of the workspace can, or the operator of this service.',
    );
  }
  const reviews = await eraseWorkspace(ports, workspaceId);
  return { workspace_id: workspaceId, deleted: true, reviews };
}
