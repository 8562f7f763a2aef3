import { DomainError, invalid } from '../failure.ts';
import type { Ports } from '../ports.ts';
import { listBindingsNamed } from '../repository/store.ts';
import { listWorkspaceIds } from '../workspace/store.ts';
import { eraseWorkspace } from './erase-workspace.ts';

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
