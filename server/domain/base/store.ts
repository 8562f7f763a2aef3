import { BaseRequest } from '../../contract/base.ts';
import type { Prisma, RowKey, Tx } from '../../db/client.ts';
import type { ChosenBase, KnownBase } from './choose.ts';

export type BaselineRow = Prisma.BaselineGetPayload<object>;

type Key = { workspaceId: string; reviewId: string };

export async function insertBaseline(tx: Tx, row: Prisma.BaselineUncheckedCreateInput): Promise<void> {
  await tx.baseline.create({ data: row });
}

export async function findBaseline(tx: Tx, { workspaceId, reviewId }: Key): Promise<BaselineRow | null> {
  return tx.baseline.findUnique({ where: { workspaceId_reviewId: { workspaceId, reviewId } } });
}

/** Finds a baseline of a commit that still waits for some of its shards. */
export async function findWaitingBaseline(
  tx: Tx,
  of: {
    workspaceId: string;
    repository: string;
    name: string;
    branch: string;
    commit: string;
    shards?: number | undefined;
  },
): Promise<string | null> {
  const { workspaceId, repository, name, branch, commit, shards } = of;
  const review = { shards: shards ?? null, status: 'preparing' as const };
  const where = { workspaceId, repository, name, branch, commit, isSent: false, review };
  const row = await tx.baseline.findFirst({ where, select: { reviewId: true }, orderBy: { reviewId: 'desc' } });
  return row?.reviewId ?? null;
}

/** Notes that the client has sent everything. */
export async function markSent(tx: Tx, { workspaceId, reviewId }: Key): Promise<void> {
  await tx.baseline.updateMany({ where: { workspaceId, reviewId }, data: { isSent: true } });
}

/**
 * Completes a baseline whose client has sent everything; false when it is complete already or waits for more. Others of
 * its workspace wait until the transaction ends, so that each sees which is the newest.
 */
export async function completeBaseline(tx: Tx, { workspaceId, reviewId }: Key, at: Date): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`baselines ${workspaceId}`}, 72707))`;
  const where = { workspaceId, reviewId, isSent: true, completedAt: null };
  return (await tx.baseline.updateMany({ where, data: { completedAt: at } })).count === 1;
}

/** When a baseline expires that no newer one of its branch has replaced. */
export const NEVER = new Date('9999-12-31T00:00:00Z');

/** How long a baseline is kept after a newer one of its branch replaced it. */
const KEPT_MS = 90 * 86_400_000;

/** Keeps the newest complete baseline of a branch for good, and lets those that it replaced at `now` expire. */
export async function keepNewest(
  tx: Tx,
  { workspaceId, repository, name, branch }: Pick<BaselineRow, 'workspaceId' | 'repository' | 'name' | 'branch'>,
  now: Date,
): Promise<void> {
  const end = new Date(now.getTime() + KEPT_MS);
  await tx.$executeRaw`
    UPDATE review SET expires_at = CASE WHEN known.is_newest THEN ${NEVER}::timestamptz ELSE ${end}::timestamptz END
    FROM (
      SELECT review_id, review_id = max(review_id) OVER () AS is_newest FROM baseline
      WHERE workspace_id = ${workspaceId} AND repository = ${repository} AND name = ${name} AND branch = ${branch}
        AND completed_at IS NOT NULL) known
    WHERE review.workspace_id = ${workspaceId} AND review.id = known.review_id
      AND known.is_newest <> (review.expires_at = ${NEVER}::timestamptz)`;
}

/** Lists what could be the base of a pass, the newest first. */
export async function listKnownBases(tx: Tx, workspaceId: string, request: BaseRequest): Promise<KnownBase[]> {
  const { repository, name, commits } = request;
  const baselines = await tx.baseline.findMany({
    where: {
      workspaceId,
      repository,
      name,
      commit: { in: commits.map(({ commit }) => commit) },
      completedAt: { not: null },
    },
    select: { reviewId: true, commit: true },
    orderBy: { reviewId: 'desc' },
  });
  const merged = commits.flatMap(({ commit, merged: pass }) => (pass === undefined ? [] : [{ commit, ...pass }]));
  const passes =
    merged.length === 0
      ? []
      : await tx.review.findMany({
          where: {
            workspaceId,
            status: 'approved',
            isBaseline: false,
            shots: { some: {} },
            OR: merged.map(({ reference, revision }) => ({ reference, revision })),
          },
          select: { id: true, reference: true, revision: true },
          orderBy: { id: 'desc' },
        });
  const approved = merged.flatMap(({ commit, reference, revision }) =>
    passes
      .filter((pass) => pass.reference === reference && pass.revision === revision)
      .map(({ id }): KnownBase => ({ id, kind: 'approved_pass', commit })),
  );
  return [
    ...baselines.map(({ reviewId, commit }): KnownBase => ({ id: reviewId, kind: 'baseline', commit })),
    ...approved,
  ];
}

/** Returns the columns of a pass that name its base. */
export const baseColumns = (chosen: ChosenBase | null) => ({
  baseId: chosen?.id ?? null,
  baseKind: chosen?.kind ?? null,
  basePosition: chosen?.position ?? null,
});

/** Asks for the baseline of a commit, as a part of the requests that contain it. */
export const askingFor = ({ repository, name, commit }: Pick<BaselineRow, 'repository' | 'name' | 'commit'>) => ({
  repository,
  name,
  commits: [{ commit }],
});

/** Asks for a pass where it was merged. */
export const askingForPass = ({ reference, revision }: { reference: string | null; revision: string | null }) => ({
  commits: [{ merged: { reference, revision } }],
});

/** Lists the undecided reviews that use a pass as their base, or whose request contains `asking`. */
export async function listBasedOn(
  tx: Tx,
  { workspaceId, id }: RowKey,
  asking: ReturnType<typeof askingFor | typeof askingForPass>,
): Promise<string[]> {
  const asked = JSON.stringify(asking);
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM review
    WHERE workspace_id = ${workspaceId} AND base_request IS NOT NULL AND status IN ('open', 'preparing')
      AND (base_id = ${id} OR base_request @> ${asked}::jsonb)`;
  return found.map((row) => row.id);
}

/** Sets the base of a pass, or clears it. */
export async function putBase(tx: Tx, { id, workspaceId }: RowKey, chosen: ChosenBase | null): Promise<void> {
  await tx.review.updateMany({ where: { id, workspaceId }, data: baseColumns(chosen) });
}

/** Reads a stored request; null when the pass was created without one. */
export const readBaseRequest = ({ baseRequest }: { baseRequest: Prisma.JsonValue }): BaseRequest | null =>
  baseRequest === null ? null : BaseRequest.parse(baseRequest);

/** Reads the base that was chosen for a pass. */
export const chosenBaseOf = (row: {
  baseId: string | null;
  baseKind: KnownBase['kind'] | null;
  basePosition: number | null;
}): ChosenBase | null =>
  row.baseId === null || row.baseKind === null || row.basePosition === null
    ? null
    : { id: row.baseId, kind: row.baseKind, position: row.basePosition };

export interface BaselineQuery {
  workspaceId: string;
  repository?: string | undefined;
  name?: string | undefined;
  commit?: string | undefined;
  before?: string | undefined;
  size: number;
}

const shownOfReview = { status: true, createdAt: true, expiresAt: true, _count: { select: { shots: true } } };

/** Lists baselines, the newest first, from before `before` on. */
export async function listBaselineRows(tx: Tx, { workspaceId, before, size, ...wanted }: BaselineQuery) {
  const { repository, name, commit } = wanted;
  return tx.baseline.findMany({
    where: {
      workspaceId,
      ...(repository === undefined ? {} : { repository }),
      ...(name === undefined ? {} : { name }),
      ...(commit === undefined ? {} : { commit }),
      ...(before === undefined ? {} : { reviewId: { lt: before } }),
    },
    include: { review: { select: shownOfReview } },
    orderBy: { reviewId: 'desc' },
    take: size,
  });
}

/** Lists the newest complete baseline of each repository, name and branch, the newest first. */
export async function listNewestBaselines(tx: Tx, workspaceId: string) {
  const groups = await tx.baseline.groupBy({
    by: ['repository', 'name', 'branch'],
    where: { workspaceId, completedAt: { not: null } },
    _max: { reviewId: true },
  });
  const ids = groups.flatMap(({ _max }) => _max.reviewId ?? []);
  return tx.baseline.findMany({
    where: { workspaceId, reviewId: { in: ids } },
    include: { review: { select: shownOfReview } },
    orderBy: { reviewId: 'desc' },
  });
}

export interface UnstableRow {
  repository: string;
  name: string;
  label: string;
  commit: string;
  variants: number;
  runs: number;
  lastSeenAt: Date;
}

/**
 * Lists the labels that had different screenshots in several baselines or passes of the same commit since `since`, the
 * latest first, at most 200.
 */
export async function listUnstable(tx: Tx, workspaceId: string, since: Date): Promise<UnstableRow[]> {
  return tx.$queryRaw<UnstableRow[]>`
    WITH run AS (
      SELECT b.repository, b.name, b.commit, b.review_id AS id
      FROM baseline b JOIN review r ON r.id = b.review_id AND r.workspace_id = b.workspace_id
      WHERE b.workspace_id = ${workspaceId} AND r.created_at >= ${since}
      UNION ALL
      SELECT base_request ->> 'repository', base_request ->> 'name', revision, id FROM review
      WHERE workspace_id = ${workspaceId} AND base_request IS NOT NULL AND revision IS NOT NULL AND created_at >= ${since}
    ), repeated AS (
      SELECT repository, name, commit FROM run GROUP BY 1, 2, 3 HAVING count(*) > 1
    )
    SELECT repository, name, commit, s.label, count(DISTINCT s.sha256)::int AS variants, count(*)::int AS runs,
           max(s.created_at) AS "lastSeenAt"
    FROM repeated JOIN run USING (repository, name, commit)
    JOIN shot s ON s.review_id = run.id AND s.workspace_id = ${workspaceId}
    GROUP BY repository, name, commit, s.label
    -- A label that one run has twice shows two things.
    HAVING count(DISTINCT s.sha256) > 1 AND count(DISTINCT run.id) = count(*)
    ORDER BY "lastSeenAt" DESC, s.label LIMIT 200`;
}
