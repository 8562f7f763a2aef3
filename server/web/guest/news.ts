import { useEffect, useRef } from 'preact/hooks';
import { guest } from '../strings/guest.ts';
import type { GuestDesk } from './desk.ts';
import { letterOf } from './kept.ts';
import type { Own } from './types.ts';

const words = guest.own.news;

function sentence(own: Own): string {
  const letter = letterOf(own);
  if (own.status === 'accepted') return words.accepted(letter, own.markId);
  return own.status === 'dismissed' ? words.dismissed(letter) : words.pending(letter);
}

/** Says it once when the reviewer has done something with a suggestion of this device's. */
export function useNews(desk: GuestDesk): void {
  const known = useRef<ReadonlyMap<string, Own['status']> | null>(null);
  const all = desk.kept.all.value;
  useEffect(() => {
    for (const own of known.current === null ? [] : all) {
      const before = known.current?.get(own.secret);
      if (before !== undefined && before !== own.status) desk.screen.undoing.tell(sentence(own));
    }
    known.current = new Map(all.map(({ secret, status }) => [secret, status]));
  }, [all]);
}
