import { deleteOldConnections, forgetOldSuccessors } from '../connection/store.ts';
import { deleteOldClients } from '../oauth-client/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { deleteExpired, type Expiring } from './store.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

/** How many days ended or unused rows are kept: no less than the clocks of several machines may differ. */
const KEPT_DAYS = {
  successors: 1,
  codes: 1,
  accessTokens: 1,
  // Replaced tokens too are kept until they expire, because that is how a reused one is recognised.
  refreshTokens: 0,
  assertions: 1,
  signIns: 1,
  tryTokens: 30,
  connections: 30,
  neverConnected: 7,
  unusedClients: 180,
};

type Delete = (tx: Tx, batch: number) => Promise<number>;

/** Deletes batch after batch, each separately, so that others never wait for the whole. */
async function deleteAll(ports: Ports, some: Delete): Promise<number> {
  let count = 0;
  for (;;) {
    const deleted = await some(ports.db, BATCH);
    count += deleted;
    if (deleted === 0) return count;
  }
}

/**
 * Deletes expired codes, tokens, id-tokens and sign-ins, connections that cannot be used any more, and unused clients.
 * No review, link or delivery depends on them. Several processes may run it at once.
 * @returns how many rows of each were deleted
 */
export async function cleanUpConnections(ports: Ports): Promise<Record<string, number>> {
  const now = ports.clock();
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const expired =
    (what: Expiring): Delete =>
    (tx, batch) =>
      deleteExpired(tx, what, before(KEPT_DAYS[what]), batch);
  const work: Record<string, Delete> = {
    codes: expired('codes'),
    accessTokens: expired('accessTokens'),
    tryTokens: expired('tryTokens'),
    successors: (tx, batch) => forgetOldSuccessors(tx, before(KEPT_DAYS.successors), batch),
    refreshTokens: expired('refreshTokens'),
    assertions: expired('assertions'),
    signIns: expired('signIns'),
    connections: (tx, batch) => deleteOldConnections(tx, { now, before: before(KEPT_DAYS.connections) }, batch),
    clients: (tx, batch) =>
      deleteOldClients(tx, { unused: before(KEPT_DAYS.unusedClients), never: before(KEPT_DAYS.neverConnected) }, batch),
  };
  const deleted: Record<string, number> = {};
  for (const [what, some] of Object.entries(work)) {
    const count = await deleteAll(ports, some);
    if (count > 0) deleted[what] = count;
  }
  return deleted;
}
