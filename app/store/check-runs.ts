import type { Queries } from './database.ts';

/** There is one check for a name on a commit. */
export interface CheckKey {
  repositoryId: number;
  /** The named review, or {@link summaryName}. */
  name: string;
  headSha: string;
}

/** The check of all named reviews together; no review has an empty name. */
export const summaryName = '';

export interface CheckRun {
  /** null: the next write makes a new one. */
  id: number | null;
  url: string | null;
  contentHash: string | null;
  /** null while it is not completed. */
  conclusion: string | null;
  /** When the run was made on GitHub. */
  since: Date;
}

interface Row {
  name: string;
  check_run_id: string | null;
  url: string | null;
  content_hash: string | null;
  conclusion: string | null;
  since: Date;
}

const read = (row: Row): CheckRun => ({
  id: row.check_run_id === null ? null : Number(row.check_run_id),
  url: row.url,
  contentHash: row.content_hash,
  conclusion: row.conclusion,
  since: row.since,
});

export async function findCheckRun(db: Queries, key: CheckKey): Promise<CheckRun | null> {
  const [row] = await db.query<Row>(
    'select * from sightline_app.check_run where repository_id = $1 and name = $2 and head_sha = $3',
    [key.repositoryId, key.name, key.headSha],
  );
  return row === undefined ? null : read(row);
}

/** What stands on a commit, by name. */
export async function listCheckRuns(
  db: Queries,
  commit: { repositoryId: number; headSha: string },
): Promise<Map<string, CheckRun>> {
  const rows = await db.query<Row>(
    'select * from sightline_app.check_run where repository_id = $1 and head_sha = $2 order by name',
    [commit.repositoryId, commit.headSha],
  );
  return new Map(rows.map((row) => [row.name, read(row)]));
}

/**
 * Notes what stands on GitHub now. `known` is what was known when GitHub was asked: a fresh run that somebody has asked
 * for since then is still to be made, so this note gives way to it.
 */
export async function saveCheckRun(db: Queries, key: CheckKey, run: CheckRun, known: CheckRun | null): Promise<void> {
  await db.query(
    `insert into sightline_app.check_run (repository_id, name, head_sha, check_run_id, url, content_hash, conclusion, since)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (repository_id, name, head_sha) do update
       set check_run_id = excluded.check_run_id, url = excluded.url, content_hash = excluded.content_hash,
         conclusion = excluded.conclusion, since = excluded.since
       where $9 or (check_run.check_run_id is not distinct from $10 and check_run.content_hash is not distinct from $11)`,
    [
      key.repositoryId,
      key.name,
      key.headSha,
      run.id,
      run.url,
      run.contentHash,
      run.conclusion,
      run.since,
      known === null,
      known?.id ?? null,
      known?.contentHash ?? null,
    ],
  );
}

/** Has the next write make fresh runs of a commit's checks: of one name, or of all. */
export async function renewCheckRuns(
  db: Queries,
  commit: { repositoryId: number; headSha: string; name?: string },
): Promise<void> {
  await db.query(
    `update sightline_app.check_run set check_run_id = null, content_hash = null
     where repository_id = $1 and head_sha = $2 and ($3::text is null or name = $3)`,
    [commit.repositoryId, commit.headSha, commit.name ?? null],
  );
}

/** Which check a run on GitHub is of; null when it is not one of ours. */
export async function findCheckKey(db: Queries, repositoryId: number, checkRunId: number): Promise<CheckKey | null> {
  const [row] = await db.query<{ name: string; head_sha: string }>(
    'select name, head_sha from sightline_app.check_run where repository_id = $1 and check_run_id = $2',
    [repositoryId, checkRunId],
  );
  return row === undefined ? null : { repositoryId, name: row.name, headSha: row.head_sha };
}
