import type { Prisma, Tx } from '../../db/client.ts';

export type DeliveryRow = Prisma.DeliveryGetPayload<object>;
export type StateRow = Prisma.WebhookStateGetPayload<object>;
export interface StateKey {
  workspaceId: string;
  chainId: string;
  urlHash: Uint8Array;
}

const bytes = (value: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(value);

export async function findState(tx: Tx, key: StateKey): Promise<StateRow | null> {
  return tx.webhookState.findFirst({ where: { ...key, urlHash: bytes(key.urlHash) } });
}

type NewDelivery = Omit<DeliveryRow, 'attemptCount' | 'leaseCount' | 'nextAttemptAt' | 'leasedUntil' | 'createdAt'>;

/** Due at once when pending. Its times are the database's: those of the processes may differ by hours. */
export async function insertDelivery(tx: Tx, row: NewDelivery): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO delivery (id, workspace_id, review_id, chain_id, decision_number, url, url_hash, body, status,
                          created_at, next_attempt_at)
    VALUES (${row.id}, ${row.workspaceId}, ${row.reviewId}, ${row.chainId}, ${row.decisionNumber}, ${row.url},
            ${row.urlHash}, ${row.body}, ${row.status}, clock_timestamp(),
            CASE WHEN ${row.status === 'pending'} THEN clock_timestamp() END)`;
}

/** A newer decision makes the sends of older ones pointless. */
export async function cancelDeliveries(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.delivery.updateMany({
    where: { workspaceId, reviewId, status: { in: ['pending', 'held'] } },
    data: { status: 'cancelled', nextAttemptAt: null },
  });
}

/**
 * Takes the delivery for its `attempt`-th attempt, for so many seconds by the database's clock; null when that was made,
 * is not wanted, another worker has it, or as many attempts at its address are under way as failures are left before
 * the pause: each may fail. To be called in a transaction of its own; the chain's lock makes the count exact.
 */
export async function leaseDelivery(
  tx: Tx,
  job: { workspaceId: string; deliveryId: string; attempt: number },
  seconds: number,
  pauseAt: number,
): Promise<DeliveryRow | null> {
  const { workspaceId, deliveryId: id, attempt } = job;
  await tx.$queryRaw`
    SELECT 1 FROM chain JOIN delivery ON delivery.chain_id = chain.id
    WHERE delivery.id = ${id} AND delivery.workspace_id = ${workspaceId} FOR UPDATE OF chain`;
  const rows = await tx.$queryRaw<DeliveryRow[]>`
    UPDATE delivery SET leased_until = clock_timestamp() + make_interval(secs => ${seconds}::int)
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND status = 'pending' AND attempt_count = ${attempt - 1}::int
      AND (leased_until IS NULL OR leased_until < clock_timestamp())
      AND ${pauseAt}::int >
        (SELECT count(*) FROM delivery AS other
         WHERE other.review_id IN (SELECT review.id FROM review WHERE review.chain_id = delivery.chain_id)
           AND other.url_hash = delivery.url_hash AND other.leased_until > clock_timestamp())
        + COALESCE((SELECT failure_count FROM webhook_state
                    WHERE chain_id = delivery.chain_id AND url_hash = delivery.url_hash), 0)
    RETURNING id, workspace_id AS "workspaceId", review_id AS "reviewId", chain_id AS "chainId",
      decision_number AS "decisionNumber", url, url_hash AS "urlHash", body, status, attempt_count AS "attemptCount",
      next_attempt_at AS "nextAttemptAt", leased_until AS "leasedUntil", created_at AS "createdAt"`;
  return rows[0] ?? null;
}

/** Seconds until the delivery's lease is over, a little more rather than less; 0 when nobody has it. */
export async function leaseLeft(tx: Tx, workspaceId: string, id: string): Promise<number> {
  const rows = await tx.$queryRaw<{ seconds: number }[]>`
    SELECT COALESCE(greatest(0, ceil(extract(epoch FROM leased_until - clock_timestamp()))), 0)::int AS seconds
    FROM delivery WHERE id = ${id} AND workspace_id = ${workspaceId}`;
  return rows[0]?.seconds ?? 0;
}

export async function makeDue(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE delivery SET status = 'pending', next_attempt_at = now() WHERE id = ${id} AND workspace_id = ${workspaceId}`;
}

export async function findDelivery(tx: Tx, workspaceId: string, id: string): Promise<DeliveryRow | null> {
  return tx.delivery.findFirst({ where: { id, workspaceId } });
}

export async function updateDelivery(
  tx: Tx,
  workspaceId: string,
  id: string,
  data: Prisma.DeliveryUncheckedUpdateManyInput,
): Promise<void> {
  await tx.delivery.updateMany({ where: { id, workspaceId }, data });
}

/**
 * Says what comes after a failed attempt, `seconds` from now when it is one more; false when the delivery was cancelled
 * or held while it was under way.
 */
export async function planDelivery(
  tx: Tx,
  workspaceId: string,
  id: string,
  plan: { status: string; seconds: number | null },
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE delivery SET status = ${plan.status}, next_attempt_at = now() + make_interval(secs => ${plan.seconds}::int)
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND status = 'pending'`;
  return changed === 1;
}

/** One that has just ended. */
export async function insertAttempt(tx: Tx, row: Omit<AttemptRow, 'at'>): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO delivery_attempt (delivery_id, number, workspace_id, at, http_status, error, duration_ms)
    VALUES (${row.deliveryId}, ${row.number}, ${row.workspaceId}, now() - ${row.durationMs}::int * interval '1 ms',
            ${row.httpStatus}, ${row.error}, ${row.durationMs})`;
}

export async function countSuccess(tx: Tx, key: StateKey): Promise<void> {
  const { workspaceId, chainId } = key;
  await tx.$executeRaw`
    INSERT INTO webhook_state (chain_id, url_hash, workspace_id, failure_count, last_delivered_at)
    VALUES (${chainId}, ${key.urlHash}, ${workspaceId}, 0, now())
    ON CONFLICT (chain_id, url_hash) DO UPDATE
      SET failure_count = 0, last_error = NULL, last_delivered_at = now()`;
}

/** Adds one failure; the row's lock makes the fifth the one that pauses, however many workers there are. */
export async function countFailure(
  tx: Tx,
  key: StateKey,
  error: string,
  pauseAt: number,
): Promise<{ paused: boolean }> {
  const { workspaceId, chainId } = key;
  const rows = await tx.$queryRaw<{ paused: boolean }[]>`
    INSERT INTO webhook_state (chain_id, url_hash, workspace_id, failure_count, last_error, paused)
    VALUES (${chainId}, ${key.urlHash}, ${workspaceId}, 1, ${error}, ${pauseAt <= 1})
    ON CONFLICT (chain_id, url_hash) DO UPDATE
      SET failure_count = webhook_state.failure_count + 1, last_error = ${error},
          paused = webhook_state.paused OR webhook_state.failure_count + 1 >= ${pauseAt}
    RETURNING paused`;
  return { paused: rows[0]?.paused ?? false };
}

export async function holdDeliveries(tx: Tx, key: StateKey): Promise<void> {
  await tx.delivery.updateMany({
    where: { ...key, urlHash: bytes(key.urlHash), status: 'pending' },
    data: { status: 'held', nextAttemptAt: null },
  });
}

export async function listDeliveryRows(tx: Tx, workspaceId: string, reviewId: string) {
  const deliveries = await tx.delivery.findMany({
    where: { workspaceId, reviewId },
    orderBy: { decisionNumber: 'desc' },
  });
  const attempts = await tx.deliveryAttempt.findMany({
    where: { workspaceId, deliveryId: { in: deliveries.map((row) => row.id) } },
    orderBy: { number: 'asc' },
  });
  return { deliveries, attempts };
}

export type AttemptRow = Prisma.DeliveryAttemptGetPayload<object>;

export async function countPaused(tx: Tx, workspaceId: string): Promise<number> {
  return tx.webhookState.count({ where: { workspaceId, paused: true } });
}

export async function resumeState(tx: Tx, key: StateKey): Promise<void> {
  await tx.webhookState.updateMany({
    where: { ...key, urlHash: bytes(key.urlHash) },
    data: { paused: false, failureCount: 0 },
  });
}

/** What waits for a paused webhook, the newest decision first. */
export async function listHeld(tx: Tx, key: StateKey): Promise<DeliveryRow[]> {
  return tx.delivery.findMany({
    where: { ...key, urlHash: bytes(key.urlHash), status: 'held' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

export async function cancelDelivery(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.delivery.updateMany({ where: { workspaceId, id }, data: { status: 'cancelled', nextAttemptAt: null } });
}

export async function deleteDeliveries(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  const rows = await tx.delivery.findMany({ where: { workspaceId, reviewId }, select: { id: true } });
  await tx.deliveryAttempt.deleteMany({ where: { workspaceId, deliveryId: { in: rows.map((row) => row.id) } } });
  await tx.delivery.deleteMany({ where: { workspaceId, reviewId } });
}

export async function deleteStates(tx: Tx, workspaceId: string, chainId: string): Promise<void> {
  await tx.webhookState.deleteMany({ where: { workspaceId, chainId } });
}

/**
 * Deliveries long due that nobody has and no job is for: only rows say what is to be sent, a job may be lost. Empty while
 * another process looks. To be called in the transaction that queues them.
 */
export async function listForgotten(tx: Tx, dueForSeconds: number, limit: number): Promise<DeliveryRow[]> {
  const [lock] = await tx.$queryRaw<{ mine: boolean }[]>`SELECT pg_try_advisory_xact_lock(72707370) AS mine`;
  if (lock?.mine !== true) return [];
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM delivery
    WHERE status = 'pending' AND next_attempt_at < clock_timestamp() - make_interval(secs => ${dueForSeconds}::int)
      AND (leased_until IS NULL OR leased_until < clock_timestamp())
      AND id NOT IN (SELECT data ->> 'deliveryId' FROM sightline_queue.job
                     WHERE name = 'deliver' AND state <= 'active' AND data ->> 'deliveryId' IS NOT NULL)
    ORDER BY next_attempt_at LIMIT ${limit}::int`;
  return tx.delivery.findMany({ where: { id: { in: rows.map(({ id }) => id) } } });
}
