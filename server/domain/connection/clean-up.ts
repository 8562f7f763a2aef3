import { deleteOldAssertions } from '../assertion/store.ts';
import { deleteOldClients } from '../oauth-client/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { deleteOldTokens } from '../token/store.ts';
import {
  deleteOldCodes,
  deleteOldConnections,
  deleteOldRefreshTokens,
  deleteOldSignIns,
  forgetOldSuccessors,
} from './store.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

/** How long what is dead or unused is kept, in days: no less than the clocks of several machines may differ. */
const KEPT_DAYS = {
  successor: 1,
  code: 1,
  access: 1,
  assertion: 1,
  signIn: 1,
  try: 30,
  connection: 30,
  neverConnected: 7,
  unusedClient: 180,
};

type Delete = (tx: Tx, batch: number) => Promise<number>;

/** Batch after batch, each on its own: what others do meanwhile waits for none of it. */
async function deleteAll(ports: Ports, some: Delete): Promise<number> {
  let count = 0;
  for (;;) {
    const gone = await some(ports.db, BATCH);
    count += gone;
    if (gone === 0) return count;
  }
}

/**
 * Deletes codes, tokens, id-tokens and sign-ins that are dead, connections that cannot be used any more and clients that nobody
 * uses. Reviews, links and deliveries do not hang on any of it. Several processes may do so at once.
 * @returns how many rows of each went
 */
export async function cleanUpConnections(ports: Ports): Promise<Record<string, number>> {
  const now = ports.clock();
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const work: Record<string, Delete> = {
    codes: (tx, batch) => deleteOldCodes(tx, before(KEPT_DAYS.code), batch),
    accessTokens: (tx, batch) => deleteOldTokens(tx, 'access', before(KEPT_DAYS.access), batch),
    tryTokens: (tx, batch) => deleteOldTokens(tx, 'try', before(KEPT_DAYS.try), batch),
    successors: (tx, batch) => forgetOldSuccessors(tx, before(KEPT_DAYS.successor), batch),
    refreshTokens: (tx, batch) => deleteOldRefreshTokens(tx, now, batch),
    assertions: (tx, batch) => deleteOldAssertions(tx, before(KEPT_DAYS.assertion), batch),
    signIns: (tx, batch) => deleteOldSignIns(tx, before(KEPT_DAYS.signIn), batch),
    connections: (tx, batch) => deleteOldConnections(tx, { now, before: before(KEPT_DAYS.connection) }, batch),
    clients: (tx, batch) =>
      deleteOldClients(tx, { unused: before(KEPT_DAYS.unusedClient), never: before(KEPT_DAYS.neverConnected) }, batch),
  };
  const gone: Record<string, number> = {};
  for (const [what, some] of Object.entries(work)) {
    const count = await deleteAll(ports, some);
    if (count > 0) gone[what] = count;
  }
  return gone;
}
