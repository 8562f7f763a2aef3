import { guest } from '../strings/guest.ts';
import type { Own } from './types.ts';

const words = guest.own.state;

/** What became of a suggestion, in a few words. */
export function stateOf(own: Own): string {
  if (own.refused !== null) return words.refused;
  if (own.unsent) return own.id === null ? words.unsent : words.unsentChange;
  return own.status === 'accepted' ? words.accepted(own.markId) : words[own.status];
}
