import type { Prisma, Tx } from '../../db/client.ts';

/** The workspace that the jobs of a repository share. */
export type BindingRow = Prisma.RepositoryWorkspaceGetPayload<object>;

/**
 * Binds a repository to a workspace. Waits for a transaction that makes or deletes the binding. @returns false when the
 * repository has a workspace already
 */
export async function insertBinding(tx: Tx, row: BindingRow): Promise<boolean> {
  const { count } = await tx.repositoryWorkspace.createMany({ data: row, skipDuplicates: true });
  return count === 1;
}

export async function findBinding(tx: Tx, issuer: string, repositoryId: string): Promise<BindingRow | null> {
  return tx.repositoryWorkspace.findUnique({ where: { issuer_repositoryId: { issuer, repositoryId } } });
}

/**
 * Returns the repositories that had this name when one of their jobs last signed in. Names change hands, so there may
 * be several.
 */
export async function listBindingsNamed(tx: Tx, repository: string): Promise<Pick<BindingRow, 'workspaceId'>[]> {
  // Prisma's own case-insensitive comparison treats an underscore as any character.
  return tx.$queryRaw<Pick<BindingRow, 'workspaceId'>[]>`
    SELECT workspace_id AS "workspaceId" FROM repository_workspace
    WHERE lower(repository) = lower(${repository}) ORDER BY workspace_id`;
}

/** Lists the repositories whose jobs share this workspace. */
export async function listBindings(tx: Tx, workspaceId: string): Promise<BindingRow[]> {
  return tx.repositoryWorkspace.findMany({ where: { workspaceId } });
}

/** Locks the binding until the transaction ends. Hold the repository's workspace before. */
export async function lockBinding(tx: Tx, issuer: string, repositoryId: string): Promise<BindingRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM repository_workspace WHERE issuer = ${issuer} AND repository_id = ${repositoryId} FOR UPDATE`;
  return findBinding(tx, issuer, repositoryId);
}

/** Notes the repository's current name and owner, and the connection by which its jobs sign in. */
export async function touchBinding(
  tx: Tx,
  { issuer, repositoryId, ...now }: Omit<BindingRow, 'workspaceId' | 'createdAt'>,
): Promise<void> {
  await tx.repositoryWorkspace.updateMany({ where: { issuer, repositoryId }, data: now });
}
