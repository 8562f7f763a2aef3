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

export async function insertDelivery(tx: Tx, row: Prisma.DeliveryUncheckedCreateInput): Promise<void> {
  await tx.delivery.create({ data: row });
}

/** A newer decision makes the sends of older ones pointless. */
export async function cancelDeliveries(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.delivery.updateMany({
    where: { workspaceId, reviewId, status: { in: ['pending', 'held'] } },
    data: { status: 'cancelled', nextAttemptAt: null },
  });
}

/** Takes the delivery for its `attempt`-th attempt; null when that was made, is not wanted, or another worker has it. */
export async function leaseDelivery(
  tx: Tx,
  job: { workspaceId: string; deliveryId: string; attempt: number },
  now: Date,
  until: Date,
): Promise<DeliveryRow | null> {
  const { workspaceId, deliveryId: id, attempt } = job;
  const free = [{ leasedUntil: null }, { leasedUntil: { lt: now } }];
  const taken = await tx.delivery.updateMany({
    where: { id, workspaceId, status: 'pending', attemptCount: attempt - 1, OR: free },
    data: { leasedUntil: until },
  });
  return taken.count === 1 ? tx.delivery.findFirst({ where: { id, workspaceId } }) : null;
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

/** Says what comes after a failed attempt; false when the delivery was cancelled or held while it was under way. */
export async function planDelivery(
  tx: Tx,
  workspaceId: string,
  id: string,
  data: { status: string; nextAttemptAt: Date | null },
): Promise<boolean> {
  const changed = await tx.delivery.updateMany({ where: { id, workspaceId, status: 'pending' }, data });
  return changed.count === 1;
}

export async function insertAttempt(tx: Tx, row: Prisma.DeliveryAttemptUncheckedCreateInput): Promise<void> {
  await tx.deliveryAttempt.create({ data: row });
}

export async function countSuccess(tx: Tx, key: StateKey, at: Date): Promise<void> {
  const { workspaceId, chainId } = key;
  await tx.$executeRaw`
    INSERT INTO webhook_state (chain_id, url_hash, workspace_id, failure_count, last_delivered_at)
    VALUES (${chainId}, ${key.urlHash}, ${workspaceId}, 0, ${at})
    ON CONFLICT (chain_id, url_hash) DO UPDATE
      SET failure_count = 0, last_error = NULL, last_delivered_at = ${at}`;
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
  const deliveries = await tx.delivery.findMany({ where: { workspaceId, reviewId }, orderBy: { id: 'desc' } });
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
    orderBy: { id: 'desc' },
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
