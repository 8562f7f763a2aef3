import type { Ports, Tx } from '../ports.ts';
import { returnSuggestions } from '../suggestion/carry-suggestions.ts';
import { freeParent } from './open-review.ts';
import { type ReviewRow, setStatus } from './store.ts';

/** Ends a review that nobody has decided: what waits goes back to its parent, which may have another child. Holds the chain's lock. */
export async function cancel(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await setStatus(tx, row, 'cancelled');
  await returnSuggestions(ports, tx, row, false);
  await freeParent(ports, tx, row);
}
