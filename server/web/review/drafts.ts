import { type Signal, signal } from '@preact/signals';
import type { Place } from '../mark/geometry.ts';
import type { Memory } from './memory.ts';

/** Words not saved yet, new or on a mark that exists. `key` is also the `client_mark_id` of a new mark. */
export interface Draft {
  key: string;
  markId: number | null;
  screenshotIndex: number;
  place: Place;
  body: string;
  mustFix: boolean;
}

export interface Drafts {
  all: Signal<readonly Draft[]>;
  /** Adds or replaces; written to the device at once. */
  put(draft: Draft): void;
  drop(key: string): void;
  find(key: string | null): Draft | undefined;
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'kind' in value && 'x' in value && 'y' in value;

function parse(text: string | null): Draft | null {
  try {
    const draft: Partial<Draft> = JSON.parse(text ?? 'null') ?? {};
    const { key, markId = null, screenshotIndex, place, body, mustFix = false } = draft;
    if (typeof key !== 'string' || typeof screenshotIndex !== 'number' || typeof body !== 'string') return null;
    return isPlace(place) ? { key, markId, screenshotIndex, place, body, mustFix } : null;
  } catch {
    return null;
  }
}

/** The drafts of one review, one entry of the device's memory each, so that two tabs never overwrite each other. */
export function createDrafts(memory: Memory, reviewId: string): Drafts {
  const prefix = `${reviewId}:draft:`;
  const kept = memory.keys(prefix).flatMap((key) => parse(memory.get(key)) ?? []);
  const all = signal<readonly Draft[]>(kept);
  return {
    all,
    put(draft) {
      const others = all.value.filter(({ key }) => key !== draft.key);
      all.value = [...others, draft];
      memory.set(prefix + draft.key, JSON.stringify(draft));
    },
    drop(key) {
      all.value = all.value.filter((draft) => draft.key !== key);
      memory.remove(prefix + key);
    },
    find: (key) => all.value.find((draft) => draft.key === key),
  };
}
