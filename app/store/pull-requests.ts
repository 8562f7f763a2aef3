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
  commentId: number | null;
  commentHash: string | null;
}

/** Everything that is written for a pull request is written under this lock. */
export const lockOf = (pull: { repositoryId: number; number: number }) => `pull:${pull.repositoryId}:${pull.number}`;

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
  commentId: row.comment_id === null ? null : Number(row.comment_id),
  commentHash: row.comment_hash,
});

export async function savePullRequest(
  db: Queries,
  pull: Omit<PullRequest, 'commentId' | 'commentHash'>,
): Promise<void> {
  await db.query(
    `insert into pull_request (repository_id, number, installation_id, full_name, private, fork, default_branch, head_ref, head_sha, open)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (repository_id, number) do update set installation_id = excluded.installation_id,
       full_name = excluded.full_name, private = excluded.private, fork = excluded.fork,
       default_branch = excluded.default_branch, head_ref = excluded.head_ref, head_sha = excluded.head_sha,
       open = excluded.open`,
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
    ],
  );
}

export async function findPullRequest(db: Queries, repositoryId: number, number: number): Promise<PullRequest | null> {
  const [row] = await db.query<Row>('select * from pull_request where repository_id = $1 and number = $2', [
    repositoryId,
    number,
  ]);
  return row === undefined ? null : read(row);
}

/** Notes what a webhook said of a pull request that has registrations; false when it has none. */
export async function updatePullRequest(
  db: Queries,
  pull: Pick<PullRequest, 'repositoryId' | 'number' | 'fullName' | 'private' | 'headSha' | 'headRef' | 'open'>,
): Promise<boolean> {
  const rows = await db.query(
    `update pull_request set full_name = $3, private = $4, head_sha = $5, head_ref = $6, open = $7
     where repository_id = $1 and number = $2 returning number`,
    [pull.repositoryId, pull.number, pull.fullName, pull.private, pull.headSha, pull.headRef, pull.open],
  );
  return rows.length > 0;
}

export async function saveComment(db: Queries, pull: PullRequest, id: number, hash: string): Promise<void> {
  await db.query(
    'update pull_request set comment_id = $3, comment_hash = $4 where repository_id = $1 and number = $2',
    [pull.repositoryId, pull.number, id, hash],
  );
}

/** The App was removed: nothing of that installation is followed any more. */
export async function closeInstallation(db: Queries, installationId: number, repositoryIds?: number[]): Promise<void> {
  await db.query(
    `update pull_request set open = false
     where installation_id = $1 and ($2::bigint[] is null or repository_id = any ($2::bigint[]))`,
    [installationId, repositoryIds ?? null],
  );
}
