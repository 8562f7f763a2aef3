import { bytes, type Prisma, type RowKey, runPrepared, type Tx } from '../../db/client.ts';
import { SAMPLE_WORKSPACE_ID } from '../ids.ts';
import { storable } from '../mark/store.ts';
import type { UnsentMark } from '../mark/unsent.ts';
import { type PageQuery, rowsOfPage, searchTextOf } from './page-query.ts';
import type { StoredStatus } from './rules.ts';
import { pageOf, pageVersionsOf, whole, wholeVersions } from './statements.ts';

export type ReviewRow = Prisma.ReviewGetPayload<object>;
export type NewReview = Prisma.ReviewUncheckedCreateInput;

export async function insertChain(tx: Tx, row: { id: string; workspaceId: string; createdAt: Date }): Promise<void> {
  await tx.chain.create({ data: row });
}

/** Locks the chain for the rest of the transaction. Everything that spans passes happens under this lock. */
export async function lockChain(tx: Tx, workspaceId: string, chainId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM chain WHERE id = ${chainId} AND workspace_id = ${workspaceId} FOR UPDATE`;
}

/** Locks the chain that a review belongs to; locks nothing when there is no such review. */
export async function lockChainOf(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM chain
    WHERE id = (SELECT chain_id FROM review WHERE id = ${reviewId} AND workspace_id = ${workspaceId})
      AND workspace_id = ${workspaceId} FOR UPDATE`;
}

export async function insertReview(tx: Tx, row: NewReview): Promise<ReviewRow> {
  return tx.review.create({ data: { ...row, searchText: searchTextOf(row) } });
}

/** Finds a review. A pass that only holds a baseline is not one. */
export async function findReview(tx: Tx, workspaceId: string, id: string): Promise<ReviewRow | null> {
  return tx.review.findFirst({ where: { id, workspaceId, isBaseline: false } });
}

/** Finds a pass, of a review or of a baseline. */
export async function findPass(tx: Tx, workspaceId: string, id: string): Promise<ReviewRow | null> {
  return tx.review.findFirst({ where: { id, workspaceId } });
}

/** Returns the chain of a review; null when the review does not exist. */
export async function chainOf(tx: Tx, workspaceId: string, id: string): Promise<string | null> {
  const row = await tx.review.findFirst({ where: { id, workspaceId }, select: { chainId: true } });
  return row?.chainId ?? null;
}

export async function findByReviewToken(tx: Tx, hash: Buffer): Promise<ReviewRow | null> {
  return tx.review.findUnique({ where: { reviewTokenHash: bytes(hash) } });
}

export async function findByGuestToken(tx: Tx, hash: Buffer): Promise<ReviewRow | null> {
  return tx.review.findUnique({ where: { guestTokenHash: bytes(hash) } });
}

/** Replaces both links of a pass. */
export async function putLinks(
  tx: Tx,
  { id, workspaceId }: RowKey,
  links: Pick<NewReview, 'reviewToken' | 'reviewTokenHash' | 'guestToken' | 'guestTokenHash'>,
): Promise<void> {
  await tx.review.updateMany({ where: { id, workspaceId }, data: links });
}

export const readUnsent = ({ unsentMarks }: Pick<ReviewRow, 'unsentMarks'>): UnsentMark[] =>
  unsentMarks as unknown as UnsentMark[];

export async function putUnsent(tx: Tx, { id, workspaceId }: RowKey, unsent: readonly UnsentMark[]): Promise<void> {
  await tx.review.updateMany({ where: { id, workspaceId }, data: { unsentMarks: unsent.map(storable) } });
}

export async function setStatus(
  tx: Tx,
  review: RowKey,
  status: StoredStatus,
  more: Prisma.ReviewUncheckedUpdateManyInput = {},
): Promise<void> {
  await tx.review.updateMany({ where: { id: review.id, workspaceId: review.workspaceId }, data: { status, ...more } });
}

/** Makes `childId` the parent's only living child; false when the parent has one already. */
export async function claimNextPass(tx: Tx, parent: RowKey, childId: string): Promise<boolean> {
  const changed = await tx.review.updateMany({
    where: { id: parent.id, workspaceId: parent.workspaceId, nextPassId: null },
    data: { nextPassId: childId },
  });
  return changed.count === 1;
}

/** Finds the first later pass that people can open; passes between may never have opened. */
export async function findLaterOpen(
  tx: Tx,
  { workspaceId, chainId, pass, nextPassId }: ReviewRow,
): Promise<ReviewRow | null> {
  if (nextPassId === null) return null;
  const isLiving = { status: { notIn: ['failed' as const, 'cancelled' as const] }, openedAt: { not: null } };
  return tx.review.findFirst({
    where: { workspaceId, chainId, pass: { gt: pass }, ...isLiving },
    orderBy: { pass: 'asc' },
  });
}

/**
 * Takes a pass out of its chain: the passes around it become neighbours. Those that it superseded get their former
 * status back, unless another later pass has opened.
 */
export async function leaveChain(tx: Tx, row: ReviewRow): Promise<void> {
  const { workspaceId, chainId, id, parentId, nextPassId } = row;
  await tx.review.updateMany({ where: { workspaceId, chainId, nextPassId: id }, data: { nextPassId } });
  await tx.$executeRaw`
    UPDATE review SET status = CASE WHEN opened_at IS NULL THEN 'preparing' ELSE 'open' END::review_status
    WHERE workspace_id = ${workspaceId} AND chain_id = ${chainId} AND status = 'superseded' AND id <> ${id}
      AND NOT EXISTS (
        SELECT 1 FROM review later WHERE later.workspace_id = ${workspaceId} AND later.chain_id = ${chainId}
          AND later.pass > review.pass AND later.id <> ${id} AND later.opened_at IS NOT NULL
          AND later.status NOT IN ('failed', 'cancelled'))`;
  if (nextPassId !== null) await tx.review.updateMany({ where: { workspaceId, id: nextPassId }, data: { parentId } });
}

/** Gives a pass another previous one. */
export async function putParent(tx: Tx, { workspaceId, id }: ReviewRow, parentId: string): Promise<ReviewRow> {
  return tx.review.update({ where: { workspaceId_id: { workspaceId, id } }, data: { parentId } });
}

/** Finds a review of a state that still waits for some of its shards. */
export async function findWaiting(
  tx: Tx,
  of: { workspaceId: string; reference: string | null; revision: string | null; shards: number },
  now: Date,
): Promise<ReviewRow | null> {
  const where = { ...of, isBaseline: false, status: 'preparing' as const, expiresAt: { gt: now } };
  return tx.review.findFirst({ where, orderBy: { id: 'desc' } });
}

/** Notes that a shard has sent everything. Returns the row as it is then. */
export async function markShardSent(tx: Tx, row: ReviewRow, shard: number): Promise<ReviewRow> {
  const { id, workspaceId, shardsSent } = row;
  if (shardsSent.includes(shard)) return row;
  const data = { shardsSent: [...shardsSent, shard] };
  return tx.review.update({ where: { workspaceId_id: { workspaceId, id } }, data });
}

/** Lists every pass of a chain, the first one first. */
export async function listPasses(tx: Tx, workspaceId: string, chainId: string): Promise<ReviewRow[]> {
  return tx.review.findMany({ where: { workspaceId, chainId }, orderBy: [{ pass: 'asc' }, { id: 'asc' }] });
}

/** Reads a page of reviews as JSON of `Listed[]`. `now` decides which reviews have expired. */
export async function readPage(tx: Tx, query: PageQuery, now: Date): Promise<string> {
  const { name, rows, values } = rowsOfPage(query, now);
  const [found] = await runPrepared<{ text: string }>(tx, { name, text: pageOf(rows) }, values);
  return found?.text ?? '[]';
}

/** Returns a string that differs whenever the result of `readPage` would, and the newest review of the workspace. */
export async function readPageVersions(
  tx: Tx,
  query: PageQuery,
  now: Date,
): Promise<{ text: string; newest: string | null }> {
  const { name, rows, values } = rowsOfPage(query, now);
  const statement = { name: `${name}_versions`, text: pageVersionsOf(rows) };
  const [found] = await runPrepared<{ text: string; newest: string | null }>(tx, statement, values);
  return found ?? { text: '', newest: null };
}

/** Reads a review with all that belongs to it, by one statement, as JSON of `Whole`. */
export async function readWhole(tx: Tx, workspaceId: string, id: string): Promise<string | null> {
  const [found] = await runPrepared<{ text: string }>(tx, whole, [id, workspaceId]);
  return found?.text ?? null;
}

/** Returns a string that differs whenever the result of `readWhole` would; null when the review does not exist. */
export async function readWholeVersions(tx: Tx, workspaceId: string, id: string): Promise<string | null> {
  const [found] = await runPrepared<{ text: string }>(tx, wholeVersions, [id, workspaceId]);
  return found?.text ?? null;
}

export type DecisionRow = Omit<Prisma.DecisionGetPayload<object>, 'workspaceId' | 'reviewId'>;

export async function latestDecisions(
  tx: Tx,
  workspaceId: string,
  of: { reviewId: string } | { review: { chainId: string } },
): Promise<Map<string, DecisionRow>> {
  const rows = await tx.decision.findMany({ where: { workspaceId, ...of }, orderBy: { number: 'asc' } });
  return new Map(rows.map((row) => [row.reviewId, row]));
}

/** Appends a decision. Its outcome is the review's status from now on. */
export async function insertDecision(
  tx: Tx,
  row: DecisionRow & { workspaceId: string; reviewId: string },
): Promise<void> {
  await tx.$executeRaw`
    WITH made AS (
      INSERT INTO decision (id, workspace_id, review_id, number, outcome, note, decided_by, verified_login, link, decided_at)
      VALUES (${row.id}, ${row.workspaceId}, ${row.reviewId}, ${row.number}, ${row.outcome}, ${row.note},
              ${row.decidedBy}, ${row.verifiedLogin}, ${row.link}, ${row.decidedAt})
      RETURNING workspace_id, review_id, outcome)
    UPDATE review SET status = made.outcome::text::review_status
    FROM made WHERE review.id = made.review_id AND review.workspace_id = made.workspace_id`;
}

export interface IdempotencyRow {
  bodyHash: Uint8Array;
  reviewId: string;
  createdAt: Date;
}

export async function findIdempotency(tx: Tx, workspaceId: string, key: string): Promise<IdempotencyRow | null> {
  return tx.idempotencyKey.findUnique({ where: { workspaceId_key: { workspaceId, key } } });
}

/** Stores the key for this review; false when a racing request was first. Replaces a key that is over a day old. */
export async function claimIdempotency(
  tx: Tx,
  row: { workspaceId: string; key: string; bodyHash: Buffer; reviewId: string; now: Date; notBefore: Date },
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    INSERT INTO idempotency_key (workspace_id, key, body_hash, review_id, created_at)
    VALUES (${row.workspaceId}, ${row.key}, ${row.bodyHash}, ${row.reviewId}, ${row.now})
    ON CONFLICT (workspace_id, key) DO UPDATE
      SET body_hash = EXCLUDED.body_hash, review_id = EXCLUDED.review_id, created_at = EXCLUDED.created_at
      WHERE idempotency_key.created_at < ${row.notBefore}`;
  return changed === 1;
}

/** Deletes a pass that has left its chain, and what belongs only to it. */
export async function deleteReviewRow(tx: Tx, row: ReviewRow): Promise<void> {
  const { workspaceId, chainId, id, parentId } = row;
  // Those that failed or were cancelled.
  await tx.review.updateMany({ where: { workspaceId, chainId, parentId: id }, data: { parentId } });
  await tx.review.deleteMany({ where: { workspaceId, id } });
  // The state of a webhook that no pass has any more: nobody could resume it.
  await tx.$executeRaw`
    DELETE FROM webhook_state w WHERE w.workspace_id = ${workspaceId} AND w.chain_id = ${chainId}
      AND NOT EXISTS (SELECT 1 FROM review r WHERE r.workspace_id = ${workspaceId} AND r.chain_id = ${chainId}
                      AND r.webhook_url_hash = w.url_hash)`;
}

export async function countPasses(tx: Tx, workspaceId: string, chainId: string): Promise<number> {
  return tx.review.count({ where: { workspaceId, chainId } });
}

export async function deleteChain(tx: Tx, workspaceId: string, chainId: string): Promise<void> {
  await tx.chain.deleteMany({ where: { workspaceId, id: chainId } });
}

/** Lists reviews, or all passes, in the order they were made, starting after `after`. */
export async function listFrom(
  tx: Tx,
  query: { workspaceId: string; after: string | undefined; size: number; withBaselines?: boolean },
): Promise<ReviewRow[]> {
  return tx.review.findMany({
    where: {
      workspaceId: query.workspaceId,
      ...(query.withBaselines === true ? {} : { isBaseline: false }),
      ...(query.after === undefined ? {} : { id: { gt: query.after } }),
    },
    orderBy: { id: 'asc' },
    take: query.size,
  });
}

/** Lists the baselines of any workspace, and the samples, that expired before `before`. */
export async function listErasable(tx: Tx, before: Date, size: number): Promise<ReviewRow[]> {
  const kinds = [{ isBaseline: true }, { workspaceId: SAMPLE_WORKSPACE_ID }];
  const where = { OR: kinds, expiresAt: { lt: before } };
  return tx.review.findMany({ where, orderBy: { expiresAt: 'asc' }, take: size });
}

/** Makes every pass of a chain expire at `at`. */
export async function expireChain(tx: Tx, chain: { workspaceId: string; chainId: string }, at: Date): Promise<void> {
  await tx.review.updateMany({ where: chain, data: { expiresAt: at } });
}

/** Lists reviews of any workspace that expired before `before` and still have screenshots. */
export async function listWithOldShots(tx: Tx, before: Date, size: number): Promise<RowKey[]> {
  return tx.review.findMany({
    where: { expiresAt: { lt: before }, shots: { some: {} } },
    select: { id: true, workspaceId: true },
    orderBy: { expiresAt: 'asc' },
    take: size,
  });
}
