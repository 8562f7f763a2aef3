import type { Prisma, Tx } from '../../server/db/client.ts';

/** A pull request as GitHub last described it, and the App's one comment on it. */
export interface PullRequest {
  repositoryId: number;
  number: number;
  installationId: number;
  fullName: string;
  private: boolean;
  /** Whether its head lives in another repository. */
  fork: boolean;
  defaultBranch: string;
  headRef: string;
  headSha: string;
  open: boolean;
  draft: boolean;
  /** The login of the person who opened it. */
  author: string | null;
  /** The App cannot write there for now. */
  paused: boolean;
  commentId: number | null;
  commentHash: string | null;
}

export interface PullRequestKey {
  repositoryId: number;
  number: number;
}

export interface Commit {
  repositoryId: number;
  headSha: string;
}

/** What is on a commit; with a name, only what is of that review. */
export type OnCommit = Commit & { name?: string };

/** A repository by the name and the installation under which it was last seen. */
export interface RepositoryPlace {
  repositoryId: number;
  installationId: number;
  fullName: string;
}

/** The key of the lock for everything that is written for a pull request. */
export const pullRequestLock = (pull: PullRequestKey) => `pull:${pull.repositoryId}:${pull.number}`;

/**
 * The key of the lock for a commit's checks, because several pull requests may have it as their head. A nested lock.
 */
export const commitLock = (commit: Commit) => `commit:${commit.repositoryId}:${commit.headSha}`;

const toPullRequest = (row: Prisma.GithubPullRequestGetPayload<object>): PullRequest => ({
  ...row,
  repositoryId: Number(row.repositoryId),
  installationId: Number(row.installationId),
  commentId: row.commentId === null ? null : Number(row.commentId),
});

const toKey = (row: { repositoryId: bigint; number: number }): PullRequestKey => ({
  repositoryId: Number(row.repositoryId),
  number: row.number,
});

/**
 * Stores a pull request as GitHub reports it now. A paused one resumes, because GitHub has answered from here. When its
 * repository became public or private, all of its reviews are to be sent again, because they show links and images.
 */
export async function savePullRequest(
  tx: Tx,
  pull: Omit<PullRequest, 'commentId' | 'commentHash' | 'paused'>,
): Promise<void> {
  const { repositoryId, number, installationId, fullName, defaultBranch, headRef, headSha } = pull;
  const { private: isPrivate, fork, open, draft, author } = pull;
  const place = { installationId, fullName };
  const data = { ...place, private: isPrivate, fork, defaultBranch, headRef, headSha, open, draft, author };
  const key = { repositoryId, number };
  const { count } = await tx.githubPullRequest.createMany({ data: [{ ...key, ...data }], skipDuplicates: true });
  if (count === 1) return;
  await tx.githubPullRequest.updateMany({ where: { ...key, NOT: place }, data: { paused: false } });
  await tx.githubRegistration.updateMany({
    where: { repositoryId, pullRequest: number, pull: { private: !isPrivate } },
    data: { syncedHash: null },
  });
  await tx.githubPullRequest.updateMany({ where: key, data });
}

export async function findPullRequest(tx: Tx, repositoryId: number, number: number): Promise<PullRequest | null> {
  const where = { repositoryId_number: { repositoryId, number } };
  const row = await tx.githubPullRequest.findUnique({ where });
  return row === null ? null : toPullRequest(row);
}

export async function saveComment(tx: Tx, pull: PullRequest, commentId: number, commentHash: string): Promise<void> {
  const { repositoryId, number } = pull;
  await tx.githubPullRequest.updateMany({ where: { repositoryId, number }, data: { commentId, commentHash } });
}

/** Pauses an installation, or some of its repositories: nothing there can be written until the App is back. */
export async function pauseInstallation(tx: Tx, installationId: number, repositoryIds?: number[]): Promise<void> {
  const only = repositoryIds === undefined ? {} : { repositoryId: { in: repositoryIds } };
  await tx.githubPullRequest.updateMany({ where: { installationId, ...only }, data: { paused: true } });
}

/** Resumes a pull request: GitHub sends the App events about it, so the App is installed there. */
export async function resumePullRequest(tx: Tx, { repositoryId, number }: PullRequestKey): Promise<void> {
  await tx.githubPullRequest.updateMany({ where: { repositoryId, number, paused: true }, data: { paused: false } });
}

/**
 * Resumes a repository where it is now: the App is installed there again, or its name or owner changed.
 * @returns its open pull requests, each of which must be read again
 */
export async function resumeRepository(tx: Tx, place: RepositoryPlace): Promise<PullRequestKey[]> {
  const { repositoryId, installationId, fullName } = place;
  const data = { paused: false, installationId, fullName };
  await tx.githubPullRequest.updateMany({ where: { repositoryId }, data });
  return listKeys(tx, { repositoryId, open: true });
}

/** Stores that a repository is public. All of its reviews are to be sent again, because they show links and images. */
export async function savePublic(tx: Tx, repositoryId: number): Promise<void> {
  await tx.githubPullRequest.updateMany({ where: { repositoryId }, data: { private: false } });
  await tx.githubRegistration.updateMany({ where: { repositoryId }, data: { syncedHash: null } });
}

/** Returns the pull requests of a repository that are open, or had a review registered since then. */
export function listShownSince(tx: Tx, repositoryId: number, since: Date): Promise<PullRequestKey[]> {
  const registrations = { some: { createdAt: { gte: since } } };
  return listKeys(tx, { repositoryId, OR: [{ open: true }, { registrations }] });
}

async function listKeys(tx: Tx, where: Prisma.GithubPullRequestWhereInput): Promise<PullRequestKey[]> {
  return (await tx.githubPullRequest.findMany({ where, select: { repositoryId: true, number: true } })).map(toKey);
}

/** Pauses a repository that cannot be reached by its known name; it may have another one by now. */
export async function pauseRepository(tx: Tx, place: RepositoryPlace): Promise<void> {
  const { repositoryId, installationId, fullName } = place;
  const where = { repositoryId, installationId, fullName };
  await tx.githubPullRequest.updateMany({ where, data: { paused: true } });
}

/** Returns the repositories of an installation of which a pull request is known. */
export async function listRepositories(tx: Tx, installationId: number): Promise<RepositoryPlace[]> {
  const rows = await tx.githubPullRequest.findMany({
    where: { installationId },
    distinct: ['repositoryId'],
    orderBy: { number: 'desc' },
    select: { repositoryId: true, fullName: true },
  });
  return rows.map(({ repositoryId, fullName }) => ({ repositoryId: Number(repositoryId), installationId, fullName }));
}

/** Returns whether a pull request of a repository is known. */
export const isKnownRepository = async (tx: Tx, repositoryId: number): Promise<boolean> =>
  (await tx.githubPullRequest.findFirst({ where: { repositoryId }, select: { number: true } })) !== null;

/** Returns the open pull requests whose head is a commit. */
export async function listByHead(tx: Tx, { repositoryId, headSha }: Commit): Promise<PullRequest[]> {
  const where = { repositoryId, headSha, open: true };
  return (await tx.githubPullRequest.findMany({ where, orderBy: { number: 'asc' } })).map(toPullRequest);
}

/** Stores who pushed a commit to a branch. */
export async function savePusher(tx: Tx, { repositoryId, headSha }: Commit, login: string): Promise<void> {
  const data = [{ repositoryId, headSha, login: login.toLowerCase() }];
  await tx.githubPusher.createMany({ data, skipDuplicates: true });
}

/**
 * Returns the authors of some commits of a pull request: who opened it or another open one with such a head, and who
 * pushed them. In lower case.
 */
export async function listAuthors(tx: Tx, pull: PullRequestKey, headShas: readonly string[]): Promise<string[]> {
  const { repositoryId, number } = pull;
  const headSha = { in: [...headShas] };
  const opened = await tx.githubPullRequest.findMany({
    where: { repositoryId, author: { not: null }, OR: [{ number }, { open: true, headSha }] },
    select: { author: true },
  });
  const pushers = await tx.githubPusher.findMany({ where: { repositoryId, headSha }, select: { login: true } });
  const logins = [...opened.map(({ author }) => author ?? ''), ...pushers.map(({ login }) => login)];
  return [...new Set(logins.map((login) => login.toLowerCase()))].sort();
}

/** Returns repositories that the App may work in, in the order of their ids, after one of them. */
export async function listRepositoriesAfter(tx: Tx, after: number, limit: number): Promise<RepositoryPlace[]> {
  const rows = await tx.$queryRaw<{ repositoryId: bigint; installationId: bigint; fullName: string }[]>`
    SELECT DISTINCT ON (repository_id) repository_id AS "repositoryId", installation_id AS "installationId",
      full_name AS "fullName"
    FROM github_pull_request
    WHERE repository_id > ${after} AND NOT paused ORDER BY repository_id, number DESC LIMIT ${limit}`;
  return rows.map(({ repositoryId, installationId, fullName }) => ({
    repositoryId: Number(repositoryId),
    installationId: Number(installationId),
    fullName,
  }));
}

/** Returns open pull requests with a check on their head that has been incomplete since before `before`. */
export async function listWaitingSince(tx: Tx, before: Date): Promise<PullRequestKey[]> {
  const rows = await tx.$queryRaw<{ repositoryId: bigint; number: number }[]>`
    SELECT DISTINCT p.repository_id AS "repositoryId", p.number
    FROM github_check_run c
    JOIN github_pull_request p ON p.repository_id = c.repository_id AND p.head_sha = c.head_sha
    WHERE c.conclusion IS NULL AND c.since < ${before} AND p.open AND NOT p.paused AND NOT p.draft`;
  return rows.map(toKey);
}
