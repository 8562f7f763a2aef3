import { type Signal, signal } from '@preact/signals';
import type { Place } from '../mark/geometry.ts';
import type { Memory } from './memory.ts';
import type { Tab } from './tab.ts';

/** A shot as a draft remembers it, to be found again on a later pass. */
export interface ShotRef {
  label: string;
  width: number;
  height: number;
  /** Device pixels per CSS pixel; null for a picture that says nothing of it. */
  scale: number | null;
}

/** A mark as the person saw it when they began to change it. */
export interface Base {
  updatedAt: string;
  body: string;
  mustFix: boolean;
  screenshotIndex: number | null;
  place: Place | null;
}

/** Words not saved yet, new or on a mark that exists. `key` is also the `client_mark_id` of a new mark. */
export interface Draft {
  key: string;
  markId: number | null;
  screenshotIndex: number;
  place: Place;
  body: string;
  mustFix: boolean;
  /** The tab that writes it. */
  owner?: string;
  shot?: ShotRef;
  base?: Base;
  /** Where it was written, when it has moved to a newer pass. */
  from?: { pass: number; label: string | null; found: boolean };
  /** Why it was not taken when it was sent. */
  problem?: string;
}

export interface Drafts {
  /** Those that are this tab's to show: what another open tab writes is left to that one. */
  all: Signal<readonly Draft[]>;
  /** Adds or replaces; written to the device at once. */
  put(draft: Draft): void;
  drop(key: string): void;
  find(key: string | null): Draft | undefined;
  /** Looks at the device again: another tab has written. `open` is the key of the draft in the composer, which stays. */
  reload(open: string | null): void;
}

export const draftsOf = (reviewId: string): string => `${reviewId}:draft:`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isPlace = (value: unknown): value is Place =>
  isObject(value) && 'kind' in value && typeof value.x === 'number' && typeof value.y === 'number';

/** What the device kept, or null when it cannot be read. */
export function parseDraft(text: string | null): Draft | null {
  try {
    const kept: Partial<Draft> = JSON.parse(text ?? 'null') ?? {};
    const { key, markId = null, screenshotIndex, place, body, mustFix = false } = kept;
    if (typeof key !== 'string' || typeof screenshotIndex !== 'number' || typeof body !== 'string') return null;
    if (!isPlace(place)) return null;
    const draft: Draft = { key, markId, screenshotIndex, place, body, mustFix };
    if (typeof kept.owner === 'string') draft.owner = kept.owner;
    if (typeof kept.problem === 'string') draft.problem = kept.problem;
    if (isObject(kept.shot)) draft.shot = kept.shot;
    if (isObject(kept.base)) draft.base = kept.base;
    if (isObject(kept.from)) draft.from = kept.from;
    return draft;
  } catch {
    return null;
  }
}

interface Options {
  tab?: Tab;
  shotOf?: (screenshotIndex: number) => ShotRef | undefined;
}

/** The drafts of one review, one entry of the device's memory each, so that two tabs never overwrite each other. */
export function createDrafts(memory: Memory, reviewId: string, { tab, shotOf }: Options = {}): Drafts {
  const prefix = draftsOf(reviewId);
  /** Tabs known to be gone: what they left is anyone's. */
  const gone = new Set<string>();
  const asked = new Set<string>();
  const all = signal<readonly Draft[]>([]);

  const mine = ({ owner }: Draft): boolean =>
    owner === undefined || tab === undefined || owner === tab.id || gone.has(owner);
  const read = (): Draft[] => memory.keys(prefix).flatMap((key) => parseDraft(memory.get(key)) ?? []);

  const reload = (open: string | null) => {
    const kept = read();
    const composing = all.value.filter(({ key }) => key === open);
    all.value = [...kept.filter((draft) => mine(draft) && draft.key !== open), ...composing];
    for (const { owner } of kept) {
      if (owner === undefined || tab === undefined || owner === tab.id || gone.has(owner) || asked.has(owner)) continue;
      asked.add(owner);
      tab.whenGone(owner, () => {
        gone.add(owner);
        const left = read().filter((draft) => draft.owner === owner);
        const known = new Set(all.value.map(({ key }) => key));
        all.value = [...all.value, ...left.filter(({ key }) => !known.has(key))];
      });
    }
  };
  reload(null);

  return {
    all,
    reload,
    put(draft) {
      const shot = shotOf?.(draft.screenshotIndex) ?? draft.shot;
      const stamped: Draft = { ...draft };
      if (shot !== undefined) stamped.shot = shot;
      if (tab !== undefined) stamped.owner = tab.id;
      all.value = [...all.value.filter(({ key }) => key !== draft.key), stamped];
      memory.set(prefix + draft.key, JSON.stringify(stamped));
    },
    drop(key) {
      all.value = all.value.filter((draft) => draft.key !== key);
      memory.remove(prefix + key);
    },
    find: (key) => all.value.find((draft) => draft.key === key),
  };
}
