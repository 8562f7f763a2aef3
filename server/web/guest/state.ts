import type { Own } from './kept.ts';
import { guest } from './strings.ts';

const words = guest.own.state;

export function stateOf(own: Own): string {
  if (own.refused !== null) return words.refused;
  if (own.unsent) return own.id === null ? words.unsent : words.unsentChange;
  return own.status === 'accepted' ? words.accepted(own.markId) : words[own.status];
}
