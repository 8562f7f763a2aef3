import { randomUUID } from 'node:crypto';
import type { ReviewStatus } from '../../server/contract/review.ts';
import { bytes, type Prisma, type Tx } from '../../server/db/client.ts';
import type { Secrets } from '../../server/domain/ports.ts';
import type { ReviewFacts } from '../render/facts.ts';
import type { Commit, OnCommit, PullRequestKey } from './pull-requests.ts';

/** One pass that belongs to a commit of a pull request. */
export interface Registration {
  repositoryId: number;
  reviewId: string;
  pullRequest: number;
  name: string;
  headSha: string;
  runId: number | null;
  /** Encrypted with {@link secretAssociatedData}. */
  secret: Uint8Array;
  /** The job asked for no row in the comment. */
  silent: boolean;
  /** The job asked not to show its own link anywhere. */
  signInOnly: boolean;
  /** Its own link may have been shown while the repository was private. */
  shownPrivately: boolean;
  /** The approval of an earlier pass with the same screenshots may hold for this one too. */
  carryOver: boolean;
  facts: ReviewFacts | null;
  status: ReviewStatus | 'deleted';
  /** The hash of everything that GitHub was last sent for it, with a prefix while it is being sent; null: send it again. */
  syncedHash: string | null;
}

export interface RegistrationKey {
  repositoryId: number;
  reviewId: string;
}

/** The associated data of the encrypted secret. */
export const secretAssociatedData = (key: RegistrationKey) =>
  `github_registration.secret:${key.repositoryId}:${key.reviewId}`;

/** Returns the secret of a registered review's link. */
export const openSecret = ({ secrets }: { secrets: Secrets }, registration: Registration): string =>
  secrets.decrypt(registration.secret, secretAssociatedData(registration)).toString();

const pick = ({ repositoryId, reviewId }: RegistrationKey) => ({ repositoryId, reviewId });

const toRegistration = ({ createdAt: _, ...row }: Prisma.GithubRegistrationGetPayload<object>): Registration => ({
  ...row,
  repositoryId: Number(row.repositoryId),
  runId: row.runId === null ? null : Number(row.runId),
  facts: row.facts as ReviewFacts | null,
  status: row.status as Registration['status'],
});

/**
 * Stores a registration. Returns `conflict` when the review already belongs to another name, pull request or commit.
 * `reused`: the job found the pass, which is an agent's unless a job that opened it has registered it. Without it, the
 * job's run counts, because the App may have adopted the pass before the job that opened it registers it.
 */
export async function saveRegistration(
  tx: Tx,
  registration: Omit<Registration, 'facts' | 'status' | 'syncedHash'>,
  { reused = false } = {},
): Promise<'saved' | 'conflict'> {
  const { pullRequest, name, headSha, silent, signInOnly, shownPrivately, carryOver } = registration;
  const runId = reused ? null : registration.runId;
  const where = { ...pick(registration), pullRequest, name, headSha };
  const data = { silent, signInOnly, carryOver, secret: bytes(registration.secret) };
  const created = await tx.githubRegistration.createMany({
    data: [{ ...where, ...data, runId, shownPrivately }],
    skipDuplicates: true,
  });
  if (created.count === 1) return 'saved';
  const more = { ...(runId === null ? {} : { runId }), ...(shownPrivately ? { shownPrivately } : {}) };
  const updated = await tx.githubRegistration.updateMany({ where, data: { ...data, ...more, syncedHash: null } });
  return updated.count === 1 ? 'saved' : 'conflict';
}

export async function findRegistration(tx: Tx, key: RegistrationKey): Promise<Registration | null> {
  const row = await tx.githubRegistration.findUnique({ where: { repositoryId_reviewId: pick(key) } });
  return row === null ? null : toRegistration(row);
}

/** Returns the registrations of a review, which can be registered in more than one repository. */
export async function findByReview(tx: Tx, reviewId: string): Promise<Registration[]> {
  return (await tx.githubRegistration.findMany({ where: { reviewId } })).map(toRegistration);
}

/** Returns the reviews of a repository whose links may have been shown while it was private, the newest first. */
export async function listShownPrivately(
  tx: Tx,
  repositoryId: number,
): Promise<(RegistrationKey & { pullRequest: number })[]> {
  const rows = await tx.githubRegistration.findMany({
    where: { repositoryId, shownPrivately: true },
    select: { reviewId: true, pullRequest: true },
    orderBy: { reviewId: 'desc' },
  });
  return rows.map((row) => ({ repositoryId, ...row }));
}

/** Stores that no link is known of that was shown while the repository was private and has to be replaced. */
export async function saveWithdrawn(tx: Tx, key: RegistrationKey): Promise<void> {
  await tx.githubRegistration.updateMany({ where: pick(key), data: { shownPrivately: false } });
}

/** Stores the new secret of a review, which nobody has seen and which is to be sent to GitHub. */
export async function saveSecret(tx: Tx, key: RegistrationKey, secret: Uint8Array): Promise<void> {
  const data = { secret: bytes(secret), shownPrivately: false, syncedHash: null };
  await tx.githubRegistration.updateMany({ where: pick(key), data });
}

/** Returns the newest review of each pull request and name on a commit, or of one name; the newest first. */
export async function listNewestOn(tx: Tx, { repositoryId, headSha, name }: OnCommit): Promise<Registration[]> {
  const rows = await tx.githubRegistration.findMany({
    where: { repositoryId, headSha, ...(name === undefined ? {} : { name }) },
    distinct: ['pullRequest', 'name'],
    orderBy: { reviewId: 'desc' },
  });
  return rows.map(toRegistration);
}

/** Returns the review that governs each name of a pull request, by name: that of its head, or else the newest. */
export async function listNewest(tx: Tx, pull: PullRequestKey & Commit): Promise<Registration[]> {
  const { repositoryId, number, headSha } = pull;
  const of = { repositoryId, pullRequest: number };
  const newest = { distinct: 'name' as const, orderBy: { reviewId: 'desc' as const } };
  const onHead = await tx.githubRegistration.findMany({ where: { ...of, headSha }, ...newest });
  const others = await tx.githubRegistration.findMany({
    where: { ...of, name: { notIn: onHead.map(({ name }) => name) } },
    ...newest,
  });
  return [...onHead, ...others].map(toRegistration).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the reviews of a pull request, also of its older commits, that are to be sent to GitHub again. */
export async function listUnsynced(tx: Tx, { repositoryId, number }: PullRequestKey): Promise<Registration[]> {
  const where = { repositoryId, pullRequest: number, syncedHash: null };
  return (await tx.githubRegistration.findMany({ where })).map(toRegistration);
}

/** Returns the newest decided pass of the same name of the same pull request, before a registration's. */
export async function findDecidedBefore(tx: Tx, registration: Registration): Promise<Registration | null> {
  const { repositoryId, pullRequest, name, reviewId } = registration;
  const row = await tx.githubRegistration.findFirst({
    where: {
      ...{ repositoryId, pullRequest, name },
      reviewId: { lt: reviewId },
      status: { in: ['approved', 'changes_requested'] },
    },
    orderBy: { reviewId: 'desc' },
  });
  return row === null ? null : toRegistration(row);
}

/** Returns the newest run that registered a name in a repository; null when no job ever did. */
export async function findRun(tx: Tx, repositoryId: number, name: string): Promise<number | null> {
  const row = await tx.githubRegistration.findFirst({
    where: { repositoryId, name, runId: { not: null } },
    orderBy: { reviewId: 'desc' },
  });
  return row === null || row.runId === null ? null : Number(row.runId);
}

/** Marks every review of a commit to be sent to GitHub again, or those of one name on it, except for one review. */
export async function markUnsynced(
  tx: Tx,
  { repositoryId, headSha, name }: OnCommit,
  except: string | null = null,
): Promise<RegistrationKey[]> {
  const rows = await tx.githubRegistration.updateManyAndReturn({
    where: {
      ...{ repositoryId, headSha },
      ...(name === undefined ? {} : { name }),
      ...(except === null ? {} : { reviewId: { not: except } }),
    },
    data: { syncedHash: null },
    select: { reviewId: true },
  });
  return rows.map(({ reviewId }) => ({ repositoryId, reviewId }));
}

export async function saveFacts(
  tx: Tx,
  key: RegistrationKey,
  facts: ReviewFacts | null,
  status: Registration['status'],
): Promise<void> {
  const known = facts === null ? {} : { facts: { ...facts } };
  await tx.githubRegistration.updateMany({ where: pick(key), data: { status, ...known } });
}

/**
 * Marks a review as being sent to GitHub, where a private repository may show its link. Returns the mark that
 * {@link finishSync} replaces.
 */
export async function beginSync(tx: Tx, key: RegistrationKey, isPrivate: boolean): Promise<string> {
  const syncedHash = `syncing:${randomUUID()}`;
  const data = { syncedHash, ...(isPrivate ? { shownPrivately: true } : {}) };
  await tx.githubRegistration.updateMany({ where: pick(key), data });
  return syncedHash;
}

/** Replaces the mark of a send, unless another send has been requested meanwhile. */
export async function finishSync(tx: Tx, key: RegistrationKey, mark: string, syncedHash: string): Promise<void> {
  await tx.githubRegistration.updateMany({ where: { ...pick(key), syncedHash: mark }, data: { syncedHash } });
}

/** Returns which of these repositories have had a review registered. */
export async function findReviewed(tx: Tx, repositoryIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.githubRegistration.findMany({
    where: { repositoryId: { in: [...repositoryIds] } },
    distinct: ['repositoryId'],
    select: { repositoryId: true },
  });
  return new Set(rows.map(({ repositoryId }) => Number(repositoryId)));
}

/** Returns what the sweep reads again: the undecided reviews, and the one that governs each name of an open pull request. */
export async function listToSync(tx: Tx): Promise<RegistrationKey[]> {
  const rows = await tx.$queryRaw<{ repositoryId: bigint; reviewId: string }[]>`
    SELECT repository_id AS "repositoryId", review_id AS "reviewId" FROM (
      SELECT r.*, row_number() OVER (PARTITION BY r.repository_id, r.pull_request, r.name
        ORDER BY (r.head_sha = p.head_sha) DESC, r.review_id DESC) AS age
      FROM github_registration r
      JOIN github_pull_request p ON p.repository_id = r.repository_id AND p.number = r.pull_request
      WHERE p.open AND NOT p.paused
    ) AS ranked
    WHERE status IN ('preparing', 'open') OR (age = 1 AND status IN ('approved', 'changes_requested'))`;
  return rows.map(({ repositoryId, reviewId }) => ({ repositoryId: Number(repositoryId), reviewId }));
}
