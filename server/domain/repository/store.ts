import type { Prisma, Tx } from '../../db/client.ts';

/** Which workspace the jobs of a repository share. */
export type BindingRow = Prisma.RepositoryWorkspaceGetPayload<object>;

/** @returns false when the repository has a workspace already; waits for a transaction that makes or deletes it */
export async function insertBinding(tx: Tx, row: BindingRow): Promise<boolean> {
  const { count } = await tx.repositoryWorkspace.createMany({ data: row, skipDuplicates: true });
  return count === 1;
}

export async function findBinding(tx: Tx, issuer: string, repositoryId: string): Promise<BindingRow | null> {
  return tx.repositoryWorkspace.findUnique({ where: { issuer_repositoryId: { issuer, repositoryId } } });
}

/** Repositories that were called so when a job of theirs last signed in: names change hands, so there may be several. */
export async function listBindingsNamed(tx: Tx, repository: string): Promise<Pick<BindingRow, 'workspaceId'>[]> {
  // Not by the client's own comparison without case: to that an underscore is any character.
  return tx.$queryRaw<Pick<BindingRow, 'workspaceId'>[]>`
    SELECT workspace_id AS "workspaceId" FROM repository_workspace
    WHERE lower(repository) = lower(${repository}) ORDER BY workspace_id`;
}

/** Keeps others from the binding until the transaction ends. Hold its workspace before. */
export async function lockBinding(tx: Tx, issuer: string, repositoryId: string): Promise<BindingRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM repository_workspace WHERE issuer = ${issuer} AND repository_id = ${repositoryId} FOR UPDATE`;
  return findBinding(tx, issuer, repositoryId);
}

/** Notes what the repository is called and whose it is by now, and by which connection its jobs sign in. */
export async function touchBinding(
  tx: Tx,
  { issuer, repositoryId, ...now }: Omit<BindingRow, 'workspaceId' | 'createdAt'>,
): Promise<void> {
  await tx.repositoryWorkspace.updateMany({ where: { issuer, repositoryId }, data: now });
}
