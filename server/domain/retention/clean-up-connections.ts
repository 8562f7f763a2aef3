import { deleteOldConnections, forgetOldSuccessors } from '../connection/store.ts';
import { deleteOldClients } from '../oauth-client/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { deleteExpired, type Expiring } from './store.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

/** How long what has ended or is unused is kept, in days: no less than the clocks of several machines may differ. */
const KEPT_DAYS = {
  successors: 1,
  codes: 1,
  accessTokens: 1,
  // Replaced or not, until it ends: one that is used again is known by it.
  refreshTokens: 0,
  assertions: 1,
  signIns: 1,
  tryTokens: 30,
  connections: 30,
  neverConnected: 7,
  unusedClients: 180,
};

type Delete = (tx: Tx, batch: number) => Promise<number>;

/** Batch after batch, each on its own: what others do meanwhile waits for none of it. */
async function deleteAll(ports: Ports, some: Delete): Promise<number> {
  let count = 0;
  for (;;) {
    const deleted = await some(ports.db, BATCH);
    count += deleted;
    if (deleted === 0) return count;
  }
}

/**
 * Deletes codes, tokens, id-tokens and sign-ins that have ended, connections that cannot be used any more and clients that nobody
 * uses. Reviews, links and deliveries do not hang on any of it. Several processes may do so at once.
 * @returns how many rows of each went
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
