import type { Ports, Tx } from '../ports.ts';
import { returnSuggestions } from '../suggestion/carry-suggestions.ts';
import { joinAround } from './open-review.ts';
import { passesBefore } from './passes.ts';
import { type ReviewRow, setStatus } from './store.ts';

/**
 * Cancels an undecided review: returns pending suggestions to its parent, and takes it out of its chain. The caller
 * holds the chain's lock.
 */
export async function cancel(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await setStatus(tx, row, 'cancelled');
  await returnSuggestions(ports, tx, await passesBefore(tx, row), row, false);
  if (row.parentId !== null) await joinAround(ports, tx, row);
}
