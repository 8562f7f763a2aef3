import type { Queries } from './database.ts';

/** A pull request as GitHub last told of it, and the App's one comment on it. */
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
  /** Who opened it. */
  author: string | null;
  /** The App was taken off for now. */
  paused: boolean;
  commentId: number | null;
  commentHash: string | null;
}

export interface PullRequestKey {
  repositoryId: number;
  number: number;
}

/** Everything that is written for a pull request is written under this lock. */
export const lockOf = (pull: { repositoryId: number; number: number }) => `pull:${pull.repositoryId}:${pull.number}`;

/** Checks belong to a commit, which several pull requests may have as their head: a nested lock. */
export const lockOfCommit = (commit: { repositoryId: number; headSha: string }) =>
  `commit:${commit.repositoryId}:${commit.headSha}`;

interface Row {
  repository_id: string;
  number: number;
  installation_id: string;
  full_name: string;
  private: boolean;
  fork: boolean;
  default_branch: string;
  head_ref: string;
  head_sha: string;
  open: boolean;
  draft: boolean;
  author: string | null;
  paused: boolean;
  comment_id: string | null;
  comment_hash: string | null;
}

const read = (row: Row): PullRequest => ({
  repositoryId: Number(row.repository_id),
  number: row.number,
  installationId: Number(row.installation_id),
  fullName: row.full_name,
  private: row.private,
  fork: row.fork,
  defaultBranch: row.default_branch,
  headRef: row.head_ref,
  headSha: row.head_sha,
  open: row.open,
  draft: row.draft,
  author: row.author,
  paused: row.paused,
  commentId: row.comment_id === null ? null : Number(row.comment_id),
  commentHash: row.comment_hash,
});

/** Stores what GitHub says of it now. Where it was paused, another place lets it go on: GitHub has answered from there. */
export async function savePullRequest(
  db: Queries,
  pull: Omit<PullRequest, 'commentId' | 'commentHash' | 'paused'>,
): Promise<void> {
  await db.query(
    `insert into sightline_app.pull_request (repository_id, number, installation_id, full_name, private, fork, default_branch, head_ref, head_sha, open, draft, author)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (repository_id, number) do update set installation_id = excluded.installation_id,
       full_name = excluded.full_name, private = excluded.private, fork = excluded.fork,
       default_branch = excluded.default_branch, head_ref = excluded.head_ref, head_sha = excluded.head_sha,
       open = excluded.open, draft = excluded.draft, author = excluded.author,
       paused = pull_request.paused and pull_request.installation_id = excluded.installation_id
         and pull_request.full_name = excluded.full_name`,
    [
      pull.repositoryId,
      pull.number,
      pull.installationId,
      pull.fullName,
      pull.private,
      pull.fork,
      pull.defaultBranch,
      pull.headRef,
      pull.headSha,
      pull.open,
      pull.draft,
      pull.author,
    ],
  );
}

export async function findPullRequest(db: Queries, repositoryId: number, number: number): Promise<PullRequest | null> {
  const [row] = await db.query<Row>(
    'select * from sightline_app.pull_request where repository_id = $1 and number = $2',
    [repositoryId, number],
  );
  return row === undefined ? null : read(row);
}

export async function saveComment(db: Queries, pull: PullRequest, id: number, hash: string): Promise<void> {
  await db.query(
    'update sightline_app.pull_request set comment_id = $3, comment_hash = $4 where repository_id = $1 and number = $2',
    [pull.repositoryId, pull.number, id, hash],
  );
}

/** The App was taken off: nothing there can be written until it is back. */
export async function pauseInstallation(db: Queries, installationId: number, repositoryIds?: number[]): Promise<void> {
  await db.query(
    `update sightline_app.pull_request set paused = true
     where installation_id = $1 and ($2::bigint[] is null or repository_id = any ($2::bigint[]))`,
    [installationId, repositoryIds ?? null],
  );
}

/** GitHub speaks of it to the App, so the App is there. */
export async function resumePullRequest(db: Queries, key: PullRequestKey): Promise<void> {
  await db.query(
    'update sightline_app.pull_request set paused = false where repository_id = $1 and number = $2 and paused',
    [key.repositoryId, key.number],
  );
}

/**
 * The App is there again, or the repository has another name or owner: what is known of it is right once more, and
 * every open pull request of it is to be read again.
 */
export async function resumeRepository(
  db: Queries,
  repository: { repositoryId: number; installationId: number; fullName: string },
): Promise<PullRequestKey[]> {
  const rows = await db.query<{ number: number }>(
    `update sightline_app.pull_request set paused = false, installation_id = $2, full_name = $3 where repository_id = $1 and open
     returning number`,
    [repository.repositoryId, repository.installationId, repository.fullName],
  );
  return rows.map(({ number }) => ({ repositoryId: repository.repositoryId, number }));
}

/** One repository cannot be reached by the name that is known of it; it may have got another one meanwhile. */
export async function pauseRepository(
  db: Queries,
  repository: { repositoryId: number; installationId: number; fullName: string },
): Promise<void> {
  await db.query(
    'update sightline_app.pull_request set paused = true where repository_id = $1 and installation_id = $2 and full_name = $3',
    [repository.repositoryId, repository.installationId, repository.fullName],
  );
}

/** An installation may work again: the open pull requests of all its repositories. */
export async function resumeInstallation(db: Queries, installationId: number): Promise<PullRequestKey[]> {
  const rows = await db.query<{ repository_id: string; number: number }>(
    'update sightline_app.pull_request set paused = false where installation_id = $1 and open returning repository_id, number',
    [installationId],
  );
  return rows.map((row) => ({ repositoryId: Number(row.repository_id), number: row.number }));
}

/** The open pull requests whose head is a commit. */
export async function listByHead(
  db: Queries,
  commit: { repositoryId: number; headSha: string },
): Promise<PullRequest[]> {
  const rows = await db.query<Row>(
    'select * from sightline_app.pull_request where repository_id = $1 and head_sha = $2 and open order by number',
    [commit.repositoryId, commit.headSha],
  );
  return rows.map(read);
}

/** Stores who pushed a commit to a branch. */
export async function savePusher(
  db: Queries,
  commit: { repositoryId: number; headSha: string },
  login: string,
): Promise<void> {
  await db.query(
    'insert into sightline_app.pusher (repository_id, head_sha, login) values ($1, $2, $3) on conflict do nothing',
    [commit.repositoryId, commit.headSha, login.toLowerCase()],
  );
}

/**
 * Everybody whose work some commits of a pull request are: who opened it or another open one with such a head, and who
 * pushed them. In lower case.
 */
export async function listAuthors(db: Queries, pull: PullRequestKey, headShas: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ login: string }>(
    `select lower(author) as login from sightline_app.pull_request
     where repository_id = $1 and author is not null and (number = $2 or (open and head_sha = any ($3::text[])))
     union select login from sightline_app.pusher where repository_id = $1 and head_sha = any ($3::text[])
     order by login`,
    [pull.repositoryId, pull.number, headShas],
  );
  return rows.map(({ login }) => login);
}

/** A repository by the name and the installation under which it was last seen. */
export interface RepositoryPlace {
  repositoryId: number;
  installationId: number;
  fullName: string;
}

/** Repositories that the App knows and may work in, in the order of their ids, behind one of them. */
export async function listRepositoriesAfter(db: Queries, after: number, limit: number): Promise<RepositoryPlace[]> {
  const rows = await db.query<Pick<Row, 'repository_id' | 'installation_id' | 'full_name'>>(
    `select distinct on (repository_id) repository_id, installation_id, full_name from sightline_app.pull_request
     where repository_id > $1 and not paused order by repository_id, number desc limit $2`,
    [after, limit],
  );
  return rows.map((row) => ({
    repositoryId: Number(row.repository_id),
    installationId: Number(row.installation_id),
    fullName: row.full_name,
  }));
}

/** Open pull requests with a check on their head that has been incomplete since before `before`. */
export async function listWaitingSince(db: Queries, before: Date): Promise<PullRequestKey[]> {
  const rows = await db.query<{ repository_id: string; number: number }>(
    `select distinct p.repository_id, p.number from sightline_app.check_run c
     join sightline_app.pull_request p on p.repository_id = c.repository_id and p.head_sha = c.head_sha
     where c.conclusion is null and c.since < $1 and p.open and not p.paused and not p.draft`,
    [before],
  );
  return rows.map((row) => ({ repositoryId: Number(row.repository_id), number: row.number }));
}
