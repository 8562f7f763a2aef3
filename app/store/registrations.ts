import { randomUUID } from 'node:crypto';
import type { ReviewStatus } from '../../server/contract/review.ts';
import type { ReviewFacts } from '../render/facts.ts';
import type { Queries } from './database.ts';

/** One pass that belongs to a commit of a pull request. */
export interface Registration {
  repositoryId: number;
  reviewId: string;
  pullRequest: number;
  name: string;
  headSha: string;
  runId: number | null;
  /** Encrypted: open it with the secret box, for `secretOwner(registration)`. */
  secret: string;
  /** The job asked for no row in the comment. */
  silent: boolean;
  /** The job asked that its own link is shown nowhere. */
  signInOnly: boolean;
  /** The approval of an earlier pass with the same pictures may hold for this one too. */
  carryOver: boolean;
  facts: ReviewFacts | null;
  status: ReviewStatus | 'deleted';
  /** Of everything that GitHub was last told for it; null when it has to be told again. */
  followedHash: string | null;
}

export interface RegistrationKey {
  repositoryId: number;
  reviewId: string;
}

/** What the encrypted secret is bound to. */
export const secretOwner = (key: RegistrationKey) => `${key.repositoryId}:${key.reviewId}`;

interface Row {
  repository_id: string;
  review_id: string;
  pull_request: number;
  name: string;
  head_sha: string;
  run_id: string | null;
  secret: string;
  silent: boolean;
  sign_in_only: boolean;
  carry_over: boolean;
  facts: ReviewFacts | null;
  status: Registration['status'];
  followed_hash: string | null;
}

const read = (row: Row): Registration => ({
  repositoryId: Number(row.repository_id),
  reviewId: row.review_id,
  pullRequest: row.pull_request,
  name: row.name,
  headSha: row.head_sha,
  runId: row.run_id === null ? null : Number(row.run_id),
  secret: row.secret,
  silent: row.silent,
  signInOnly: row.sign_in_only,
  carryOver: row.carry_over,
  facts: row.facts,
  status: row.status,
  followedHash: row.followed_hash,
});

/** Stores a registration. Says `conflict` when the review already belongs to another name, pull request or commit. */
export async function saveRegistration(
  db: Queries,
  registration: Omit<Registration, 'facts' | 'status' | 'followedHash'>,
): Promise<'saved' | 'conflict'> {
  const rows = await db.query(
    `insert into sightline_app.registration (repository_id, review_id, pull_request, name, head_sha, run_id, secret, silent, sign_in_only,
       carry_over)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (repository_id, review_id) do update set run_id = coalesce(excluded.run_id, registration.run_id),
       secret = excluded.secret, silent = excluded.silent, sign_in_only = excluded.sign_in_only,
       carry_over = excluded.carry_over, followed_hash = null
     where registration.pull_request = excluded.pull_request and registration.name = excluded.name
       and registration.head_sha = excluded.head_sha
     returning review_id`,
    [
      registration.repositoryId,
      registration.reviewId,
      registration.pullRequest,
      registration.name,
      registration.headSha,
      registration.runId,
      registration.secret,
      registration.silent,
      registration.signInOnly,
      registration.carryOver,
    ],
  );
  return rows.length > 0 ? 'saved' : 'conflict';
}

export async function findRegistration(db: Queries, key: RegistrationKey): Promise<Registration | null> {
  const [row] = await db.query<Row>(
    'select * from sightline_app.registration where repository_id = $1 and review_id = $2',
    [key.repositoryId, key.reviewId],
  );
  return row === undefined ? null : read(row);
}

/** A review can be registered in more than one repository. */
export async function findByReview(db: Queries, reviewId: string): Promise<Registration[]> {
  return (await db.query<Row>('select * from sightline_app.registration where review_id = $1', [reviewId])).map(read);
}

/** The newest review of each pull request and name on a commit, or of one name; the newest first. */
export async function listNewestOn(
  db: Queries,
  commit: { repositoryId: number; headSha: string; name?: string },
): Promise<Registration[]> {
  const rows = await db.query<Row>(
    `select * from (
       select distinct on (pull_request, name) * from sightline_app.registration
       where repository_id = $1 and head_sha = $2 and ($3::text is null or name = $3)
       order by pull_request, name, review_id desc
     ) newest order by review_id desc`,
    [commit.repositoryId, commit.headSha, commit.name ?? null],
  );
  return rows.map(read);
}

/** What speaks for each name of a pull request, by name: of its head, or else the newest. */
export async function listNewest(
  db: Queries,
  pull: { repositoryId: number; number: number; headSha: string },
): Promise<Registration[]> {
  const rows = await db.query<Row>(
    `select distinct on (name) * from sightline_app.registration where repository_id = $1 and pull_request = $2
     order by name, (head_sha = $3) desc, review_id desc`,
    [pull.repositoryId, pull.number, pull.headSha],
  );
  return rows.map(read);
}

/** The newest decided pass of the same name of the same pull request, before a registration's. */
export async function findDecidedBefore(db: Queries, registration: Registration): Promise<Registration | null> {
  const [row] = await db.query<Row>(
    `select * from sightline_app.registration where repository_id = $1 and pull_request = $2 and name = $3 and review_id < $4
       and status in ('approved', 'changes_requested')
     order by review_id desc limit 1`,
    [registration.repositoryId, registration.pullRequest, registration.name, registration.reviewId],
  );
  return row === undefined ? null : read(row);
}

/** The newest run that registered a name in a repository; null when no job ever did. */
export async function findRun(db: Queries, check: { repositoryId: number; name: string }): Promise<number | null> {
  const [row] = await db.query<{ run_id: string }>(
    `select run_id from sightline_app.registration where repository_id = $1 and name = $2 and run_id is not null
     order by review_id desc limit 1`,
    [check.repositoryId, check.name],
  );
  return row === undefined ? null : Number(row.run_id);
}

/** Has everything that speaks for a commit be told again, or for one name on it, but for one review. */
export async function forgetFollowed(
  db: Queries,
  commit: { repositoryId: number; headSha: string; name?: string },
  except: string | null = null,
): Promise<RegistrationKey[]> {
  const rows = await db.query<{ review_id: string }>(
    `update sightline_app.registration set followed_hash = null
     where repository_id = $1 and head_sha = $2 and ($3::text is null or name = $3)
       and ($4::text is null or review_id <> $4) returning review_id`,
    [commit.repositoryId, commit.headSha, commit.name ?? null, except],
  );
  return rows.map((row) => ({ repositoryId: commit.repositoryId, reviewId: row.review_id }));
}

export async function saveFacts(
  db: Queries,
  key: RegistrationKey,
  facts: ReviewFacts | null,
  status: Registration['status'],
): Promise<void> {
  await db.query(
    'update sightline_app.registration set facts = coalesce($3, facts), status = $4 where repository_id = $1 and review_id = $2',
    [key.repositoryId, key.reviewId, facts === null ? null : JSON.stringify(facts), status],
  );
}

/** Begins to tell GitHub: gives the mark that {@link finishTelling} takes. */
export async function beginTelling(db: Queries, key: RegistrationKey): Promise<string> {
  const mark = `telling:${randomUUID()}`;
  await db.query(
    'update sightline_app.registration set followed_hash = $3 where repository_id = $1 and review_id = $2',
    [key.repositoryId, key.reviewId, mark],
  );
  return mark;
}

/** Notes what GitHub has been told, unless somebody has asked meanwhile that it be told again. */
export async function finishTelling(db: Queries, key: RegistrationKey, mark: string, hash: string): Promise<void> {
  await db.query(
    'update sightline_app.registration set followed_hash = $4 where repository_id = $1 and review_id = $2 and followed_hash = $3',
    [key.repositoryId, key.reviewId, mark, hash],
  );
}

/** What the sweep reads again: the undecided, and what speaks for each name of an open pull request. */
export async function listFollowed(db: Queries): Promise<RegistrationKey[]> {
  const rows = await db.query<{ repository_id: string; review_id: string }>(
    `select repository_id, review_id from (
       select r.*, p.open, p.paused, row_number() over (partition by r.repository_id, r.pull_request, r.name
         order by (r.head_sha = p.head_sha) desc, r.review_id desc) as age
       from sightline_app.registration r join sightline_app.pull_request p on p.repository_id = r.repository_id and p.number = r.pull_request
     ) followed
     where open and not paused
       and (status in ('preparing', 'open') or (age = 1 and status in ('approved', 'changes_requested')))`,
  );
  return rows.map((row) => ({ repositoryId: Number(row.repository_id), reviewId: row.review_id }));
}
