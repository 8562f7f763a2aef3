import { type Signal, signal } from '@preact/signals';
import type { Place } from '../marking/geometry.ts';
import type { Memory } from '../shared/memory.ts';
import type { Suggestion } from '../shared/types.ts';

export interface Words {
  screenshotIndex: number;
  place: Place;
  body: string;
  author: string | null;
}

/**
 * A suggestion as the guest wants it. `unsent` and `withdrawn` are cleared once the service has acknowledged, so that
 * everything is sent again after a failure or a crash.
 */
export interface Own {
  /** `client_suggestion_id`: the right to change the suggestion. */
  secret: string;
  /** null until the service has acknowledged it. */
  id: number | null;
  words: Words;
  unsent: boolean;
  withdrawn: boolean;
  status: Suggestion['status'];
  markId: number | null;
  /** What was written below it. A suggestion stored by an older version lacks it. */
  replies?: Suggestion['replies'];
  /** Why the service refused it. It is not retried. */
  refused: string | null;
  /** The position in the list and the letter of the suggestion, per device. */
  ordinal: number;
}

/** This device's suggestions for one link, oldest first. Only this device knows which they are. */
export interface Kept {
  all: Signal<readonly Own[]>;
  find(secret: string | null): Own | undefined;
  /** Returns a new suggestion with the next letter, not stored yet. */
  make(secret: string, words: Words): Own;
  /** Adds or replaces a suggestion and stores it. */
  put(own: Own): void;
  drop(secret: string): void;
  /** Reads the storage again after another tab has written. */
  reload(): void;
}

/** Returns a key for a link's stored suggestions. The link is never stored, and cannot be derived from the key. */
export function spaceOf(link: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (const character of link) {
    const code = character.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return `guest-${(a >>> 0).toString(36)}${((b ^ (b >>> 15)) >>> 0).toString(36)}`;
}

export const ownOf = (space: string): string => `${space}:own:`;

const isOwn = (value: unknown): value is Own =>
  typeof value === 'object' &&
  value !== null &&
  'secret' in value &&
  typeof value.secret === 'string' &&
  'words' in value &&
  typeof value.words === 'object';

function parse(text: string | null): Own[] {
  try {
    const own: unknown = JSON.parse(text ?? 'null');
    return isOwn(own) ? [own] : [];
  } catch {
    return [];
  }
}

/** 0 is A, 25 is Z, 26 is AA. */
export const letterOf = ({ ordinal }: Pick<Own, 'ordinal'>): string =>
  (ordinal > 25 ? letterOf({ ordinal: Math.floor(ordinal / 26) - 1 }) : '') + String.fromCharCode(65 + (ordinal % 26));

const inOrder = (a: Own, b: Own): number => a.ordinal - b.ordinal || (a.secret < b.secret ? -1 : 1);

/** Stores each suggestion under its own key, so that two tabs never overwrite each other. */
export function createKept(memory: Memory, space: string): Kept {
  const prefix = ownOf(space);
  const read = () =>
    memory
      .keys(prefix)
      .flatMap((key) => parse(memory.get(key)))
      .sort(inOrder);
  const all = signal<readonly Own[]>(read());
  return {
    all,
    find: (secret) => all.value.find((own) => own.secret === secret),
    make: (secret, words) => ({
      secret,
      id: null,
      words,
      unsent: true,
      withdrawn: false,
      status: 'pending',
      markId: null,
      refused: null,
      ordinal: (all.value.at(-1)?.ordinal ?? -1) + 1,
    }),
    put(own) {
      const others = all.value.filter(({ secret }) => secret !== own.secret);
      all.value = [...others, own].sort(inOrder);
      memory.set(prefix + own.secret, JSON.stringify(own));
    },
    drop(secret) {
      all.value = all.value.filter((own) => own.secret !== secret);
      memory.remove(prefix + secret);
    },
    reload() {
      const next = read();
      if (JSON.stringify(next) !== JSON.stringify(all.value)) all.value = next;
    },
  };
}
