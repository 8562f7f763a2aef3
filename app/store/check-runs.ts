import type { Queries } from './database.ts';

/** There is one check for a name on a commit. */
export interface CheckKey {
  repositoryId: number;
  name: string;
  headSha: string;
}

export interface CheckRun {
  /** null: the next write makes a new one. */
  id: number | null;
  url: string | null;
  contentHash: string | null;
}

interface Row {
  check_run_id: string | null;
  url: string | null;
  content_hash: string | null;
}

export async function findCheckRun(db: Queries, key: CheckKey): Promise<CheckRun | null> {
  const [row] = await db.query<Row>(
    'select check_run_id, url, content_hash from check_run where repository_id = $1 and name = $2 and head_sha = $3',
    [key.repositoryId, key.name, key.headSha],
  );
  if (row === undefined) return null;
  const id = row.check_run_id === null ? null : Number(row.check_run_id);
  return { id, url: row.url, contentHash: row.content_hash };
}

export async function saveCheckRun(db: Queries, key: CheckKey, run: CheckRun): Promise<void> {
  await db.query(
    `insert into check_run (repository_id, name, head_sha, check_run_id, url, content_hash) values ($1, $2, $3, $4, $5, $6)
     on conflict (repository_id, name, head_sha) do update
       set check_run_id = excluded.check_run_id, url = excluded.url, content_hash = excluded.content_hash`,
    [key.repositoryId, key.name, key.headSha, run.id, run.url, run.contentHash],
  );
}

/** Which check a run on GitHub is of; null when it is not one of ours. */
export async function findCheckKey(db: Queries, repositoryId: number, checkRunId: number): Promise<CheckKey | null> {
  const [row] = await db.query<{ name: string; head_sha: string }>(
    'select name, head_sha from check_run where repository_id = $1 and check_run_id = $2',
    [repositoryId, checkRunId],
  );
  return row === undefined ? null : { repositoryId, name: row.name, headSha: row.head_sha };
}
