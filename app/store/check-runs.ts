import type { Prisma, Tx } from '../../server/db/client.ts';
import type { Commit, OnCommit } from './pull-requests.ts';

/** There is one check for a name on a commit. */
export interface CheckKey extends Commit {
  /** The named review, or {@link summaryName}. */
  name: string;
}

/** The check of all named reviews together; no review has an empty name. */
export const summaryName = '';

export interface CheckRun {
  /** null: the next write creates a new one. */
  id: number | null;
  url: string | null;
  contentHash: string | null;
  /** null while it is not completed. */
  conclusion: string | null;
  /** When the run was created on GitHub. */
  since: Date;
}

const toCheckRun = (row: Prisma.GithubCheckRunGetPayload<object>): CheckRun => ({
  id: row.checkRunId === null ? null : Number(row.checkRunId),
  url: row.url,
  contentHash: row.contentHash,
  conclusion: row.conclusion,
  since: row.since,
});

const pick = ({ repositoryId, name, headSha }: CheckKey) => ({ repositoryId, name, headSha });

export async function findCheckRun(tx: Tx, key: CheckKey): Promise<CheckRun | null> {
  const row = await tx.githubCheckRun.findUnique({ where: { repositoryId_name_headSha: pick(key) } });
  return row === null ? null : toCheckRun(row);
}

/** Returns the checks on a commit, by name. */
export async function listCheckRuns(tx: Tx, { repositoryId, headSha }: Commit): Promise<Map<string, CheckRun>> {
  const rows = await tx.githubCheckRun.findMany({ where: { repositoryId, headSha }, orderBy: { name: 'asc' } });
  return new Map(rows.map((row) => [row.name, toCheckRun(row)]));
}

/**
 * Stores the check that is on GitHub now. `known` is what was stored when GitHub was called. If a new run has been
 * requested since then, that run is still to be created, so this write changes nothing.
 */
export async function saveCheckRun(tx: Tx, key: CheckKey, run: CheckRun, known: CheckRun | null): Promise<void> {
  const { id: checkRunId, ...rest } = run;
  const data = { checkRunId, ...rest };
  if (known === null) {
    const where = { repositoryId_name_headSha: pick(key) };
    await tx.githubCheckRun.upsert({ where, create: { ...pick(key), ...data }, update: data });
    return;
  }
  const unchanged = { checkRunId: known.id, contentHash: known.contentHash };
  await tx.githubCheckRun.updateMany({ where: { ...pick(key), ...unchanged }, data });
}

/** Makes the next write create new runs of a commit's checks: of one name, or of all. */
export async function renewCheckRuns(tx: Tx, { repositoryId, headSha, name }: OnCommit): Promise<void> {
  const where = { repositoryId, headSha, ...(name === undefined ? {} : { name }) };
  await tx.githubCheckRun.updateMany({ where, data: { checkRunId: null, contentHash: null } });
}

/** Returns the check that a run on GitHub belongs to; null when it is not one of ours. */
export async function findCheckKey(tx: Tx, repositoryId: number, checkRunId: number): Promise<CheckKey | null> {
  const row = await tx.githubCheckRun.findFirst({ where: { repositoryId, checkRunId } });
  return row === null ? null : { repositoryId, name: row.name, headSha: row.headSha };
}
