import type { Ports, Tx } from '../ports.ts';
import { returnSuggestions } from '../suggestion/carry-suggestions.ts';
import { freeParent } from './open-review.ts';
import { type ReviewRow, setStatus } from './store.ts';

/**
 * Cancels an undecided review: returns pending suggestions to its parent, which may have another child. The caller
 * holds the chain's lock.
 */
export async function cancel(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await setStatus(tx, row, 'cancelled');
  await returnSuggestions(ports, tx, row, false);
  await freeParent(ports, tx, row);
}
