import { notFound } from '../failure.ts';
import type { Tx } from '../ports.ts';
import { findByNumber, type SuggestionRow } from '../suggestion/store.ts';
import { requirePermission, type Scene } from './as-reviewer.ts';

/**
 * Returns the suggestion of that number on this pass.
 * @throws DomainError `not_found`, or `conflict` when it has moved on to a later pass
 */
export async function requireSuggestion(tx: Tx, scene: Scene, number: number): Promise<SuggestionRow> {
  const found = await findByNumber(tx, scene.chain, number);
  if (found === null) throw notFound('suggestion');
  if (found.reviewId !== scene.row.id) {
    requirePermission(scene.can.verify, scene, 'This suggestion is on another pass.');
    throw notFound('suggestion');
  }
  return found;
}
