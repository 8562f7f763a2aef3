import { bytes, type Database, type Prisma, runPrepared, runTogether, type Tx } from '../../db/client.ts';
import { type ClaimLimits, claimPlans, claimStatements, contents } from './claim-statement.ts';

export type DeliveryRow = Prisma.DeliveryGetPayload<object>;
export type StateRow = Prisma.WebhookStateGetPayload<object>;
export interface StateKey {
  workspaceId: string;
  chainId: string;
  urlHash: Uint8Array;
}

export async function findState(tx: Tx, key: StateKey): Promise<StateRow | null> {
  return tx.webhookState.findFirst({ where: { ...key, urlHash: bytes(key.urlHash) } });
}

type NewDelivery = Omit<DeliveryRow, 'attemptCount' | 'leaseCount' | 'nextAttemptAt' | 'leasedUntil' | 'createdAt'>;

/**
 * Inserts a delivery; a pending one is due at once. Its times come from the database, because the clocks of processes
 * may differ by hours.
 */
export async function insertDelivery(tx: Tx, row: NewDelivery): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO delivery (id, workspace_id, review_id, chain_id, decision_number, url, url_hash, body, status,
                          created_at, next_attempt_at)
    VALUES (${row.id}, ${row.workspaceId}, ${row.reviewId}, ${row.chainId}, ${row.decisionNumber}, ${row.url},
            ${row.urlHash}, ${row.body}, ${row.status}, clock_timestamp(),
            CASE WHEN ${row.status === 'pending'} THEN clock_timestamp() END)`;
}

/** Cancels the pending deliveries of older decisions, which a newer decision makes pointless. */
export async function cancelDeliveries(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.delivery.updateMany({
    where: { workspaceId, reviewId, status: { in: ['pending', 'held'] } },
    data: { status: 'cancelled', nextAttemptAt: null },
  });
}

type Leased = Pick<
  DeliveryRow,
  'id' | 'workspaceId' | 'reviewId' | 'chainId' | 'urlHash' | 'attemptCount' | 'leaseCount'
> & {
  /**
   * When the lease ends, by the database's clock. It also identifies the lease: the value differs once the lease has
   * ended or was claimed again.
   */
  leasedUntil: Date;
};
type Contents = Pick<DeliveryRow, 'id' | 'url' | 'body'> & {
  /** The review's link token, encrypted. */
  reviewToken: Uint8Array;
};
/** A delivery that this process has leased, with what its exchange needs. */
export type ClaimedDelivery = Leased & Contents;

/**
 * Takes due deliveries, see `claimStatements`. Claims of all processes run one after another.
 * @returns the deliveries, and in how many milliseconds something may be due again; null when nothing is planned
 */
export async function claimDeliveries(
  db: Database,
  limits: ClaimLimits,
): Promise<{ claimed: ClaimedDelivery[]; nextMs: number | null }> {
  const [, , rows = [], next = []] = await runTogether(db, claimStatements(limits), claimPlans);
  const leased = rows as Leased[];
  const nextMs = (next as { nextMs: number | null }[])[0]?.nextMs ?? null;
  if (leased.length === 0) return { claimed: [], nextMs };
  const known = new Map(
    (await runPrepared<Contents>(db, contents, [leased.map(({ id }) => id)])).map((row) => [row.id, row]),
  );
  // A lease without contents is of a delivery that was deleted since.
  const claimed = leased.flatMap((lease) => {
    const found = known.get(lease.id);
    return found === undefined ? [] : [{ ...lease, ...found }];
  });
  return { claimed, nextMs };
}

type Lease = Pick<ClaimedDelivery, 'id' | 'workspaceId' | 'chainId' | 'leasedUntil'>;

/**
 * Releases leases that were not begun or were interrupted. The deliveries are due as before, and the begin is not
 * counted.
 */
export async function releaseLeases(db: Tx, leases: readonly Lease[]): Promise<void> {
  if (leases.length === 0) return;
  const ids = leases.map(({ id }) => id);
  const workspaceIds = leases.map(({ workspaceId }) => workspaceId);
  const ends = leases.map(({ leasedUntil }) => leasedUntil.toISOString());
  await db.$executeRaw`
    UPDATE delivery SET leased_until = NULL, lease_count = greatest(0, lease_count - 1)
    FROM unnest(${ids}::text[], ${workspaceIds}::text[], ${ends}::text[]::timestamptz[]) AS mine (id, workspace_id, ends)
    WHERE delivery.id = mine.id AND delivery.workspace_id = mine.workspace_id AND delivery.leased_until = mine.ends`;
}

/** Ends a delivery that was begun many times and never completed. */
export async function loseLease(db: Tx, { id, workspaceId, leasedUntil }: Lease): Promise<void> {
  await db.$executeRaw`
    UPDATE delivery SET status = 'failed', next_attempt_at = NULL, leased_until = NULL, lease_count = 0
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND status = 'pending'
      AND leased_until = ${leasedUntil.toISOString()}::text::timestamptz`;
}

/**
 * Ends the lease after an attempt, in a transaction that holds the chain's lock.
 * @returns the number of the attempt; null when the delivery was deleted or this process has lost its lease
 */
export async function endLease(tx: Tx, { id, workspaceId, leasedUntil }: Lease): Promise<number | null> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    UPDATE delivery SET leased_until = NULL, lease_count = 0, attempt_count = attempt_count + 1
    WHERE id = ${id} AND workspace_id = ${workspaceId}
      AND leased_until = ${leasedUntil.toISOString()}::text::timestamptz
    RETURNING attempt_count AS number`;
  return rows[0]?.number ?? null;
}

/**
 * Writes a successful attempt with one statement: the attempt, the address's state and the delivery, under the chain's
 * lock.
 * @returns false when the delivery was deleted or this process has lost its lease
 */
export async function recordDelivered(
  db: Tx,
  { id, workspaceId, chainId, leasedUntil }: Lease,
  attempt: { httpStatus: number; durationMs: number },
): Promise<boolean> {
  const changed = await db.$executeRaw`
    WITH locked AS MATERIALIZED (
      SELECT id FROM chain WHERE id = ${chainId} AND workspace_id = ${workspaceId} FOR UPDATE),
    mine AS (
      UPDATE delivery d
      SET status = 'delivered', next_attempt_at = NULL, leased_until = NULL, lease_count = 0,
          attempt_count = d.attempt_count + 1
      FROM locked
      WHERE d.id = ${id} AND d.workspace_id = ${workspaceId} AND d.chain_id = locked.id
        AND d.leased_until = ${leasedUntil.toISOString()}::text::timestamptz
      RETURNING d.id, d.workspace_id, d.chain_id, d.url_hash, d.attempt_count),
    logged AS (
      INSERT INTO delivery_attempt (delivery_id, number, workspace_id, at, http_status, error, duration_ms)
      SELECT id, attempt_count, workspace_id, now() - ${attempt.durationMs}::int * interval '1 ms',
             ${attempt.httpStatus}::int, NULL, ${attempt.durationMs}::int FROM mine)
    INSERT INTO webhook_state (chain_id, url_hash, workspace_id, failure_count, last_delivered_at)
    SELECT chain_id, url_hash, workspace_id, 0, clock_timestamp() FROM mine
    ON CONFLICT ON CONSTRAINT webhook_state_pkey DO UPDATE
      SET failure_count = 0, last_error = NULL, last_delivered_at = clock_timestamp()`;
  return changed === 1;
}

/**
 * Makes the delivery due at once and starts its count anew. An attempt may be under way: it keeps its lease, and the
 * next attempt follows it.
 */
export async function makeDue(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE delivery SET status = 'pending', next_attempt_at = clock_timestamp(), lease_count = 0
    WHERE id = ${id} AND workspace_id = ${workspaceId}`;
}

/**
 * Records what follows a failed attempt: another one in `seconds`, if there is one. Returns false when the delivery was
 * cancelled or held while the attempt was under way.
 */
export async function planDelivery(
  tx: Tx,
  workspaceId: string,
  id: string,
  plan: { status: DeliveryRow['status']; seconds: number | null },
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE delivery SET status = ${plan.status}, next_attempt_at = now() + make_interval(secs => ${plan.seconds}::int)
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND status = 'pending'`;
  return changed === 1;
}

/** Inserts an attempt that has just ended. */
export async function insertAttempt(tx: Tx, row: Omit<AttemptRow, 'at'>): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO delivery_attempt (delivery_id, number, workspace_id, at, http_status, error, duration_ms)
    VALUES (${row.deliveryId}, ${row.number}, ${row.workspaceId}, now() - ${row.durationMs}::int * interval '1 ms',
            ${row.httpStatus}, ${row.error}, ${row.durationMs})`;
}

/**
 * Adds one failure. The row's lock makes exactly the fifth failure pause the webhook, however many workers there are.
 */
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
    ON CONFLICT ON CONSTRAINT webhook_state_pkey DO UPDATE
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

export async function resumeState(tx: Tx, key: StateKey): Promise<void> {
  await tx.webhookState.updateMany({
    where: { ...key, urlHash: bytes(key.urlHash) },
    data: { paused: false, failureCount: 0 },
  });
}

/** Returns the deliveries that a paused webhook holds, the newest decision first. */
export async function listHeld(tx: Tx, key: StateKey): Promise<DeliveryRow[]> {
  return tx.delivery.findMany({
    where: { ...key, urlHash: bytes(key.urlHash), status: 'held' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

export async function cancelDelivery(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.delivery.updateMany({ where: { workspaceId, id }, data: { status: 'cancelled', nextAttemptAt: null } });
}
