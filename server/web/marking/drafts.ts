import { type Signal, signal } from '@preact/signals';
import { emptyFields, fieldsOf, type MarkFields } from '../../contract/mark-fields.ts';
import type { Memory } from '../shared/memory.ts';
import type { Tab } from '../shared/tab.ts';
import type { Place } from './geometry.ts';

/** A screenshot as a draft remembers it, to find it on a later pass. */
export interface ShotRef {
  label: string;
  width: number;
  height: number;
  /** Device pixels per CSS pixel; null for an uploaded image. */
  scale: number | null;
}

/** A mark as it was when its editing began. */
export interface Base extends MarkFields {
  updatedAt: string;
  screenshotIndex: number | null;
  place: Place | null;
}

/** Unsaved text of a new or known mark. `key` is also the `client_mark_id` of a new mark. */
export interface Draft extends MarkFields {
  key: string;
  markId: number | null;
  screenshotIndex: number;
  place: Place;
  /** The tab that writes it. */
  owner?: string;
  shot?: ShotRef;
  base?: Base;
  /** Where it was written, once it has moved to a newer pass. */
  from?: { pass: number; label: string | null; found: boolean };
  /** Why the service refused it. */
  problem?: string;
}

export interface Drafts {
  /** The drafts of this tab; those of another open tab are left to that tab. */
  all: Signal<readonly Draft[]>;
  /** Adds or replaces a draft and stores it. */
  put(draft: Draft): void;
  drop(key: string): void;
  find(key: string | null): Draft | undefined;
  /**
   * Reads the storage again after another tab has written. `open` is the key of the draft in the composer, which stays.
   */
  reload(open: string | null): void;
}

export const draftsOf = (reviewId: string): string => `${reviewId}:draft:`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isPlace = (value: unknown): value is Place =>
  isObject(value) && 'kind' in value && typeof value.x === 'number' && typeof value.y === 'number';

/** Parses a stored draft, or returns null. */
export function parseDraft(text: string | null): Draft | null {
  try {
    const kept: Partial<Draft> = JSON.parse(text ?? 'null') ?? {};
    const { key, markId = null, screenshotIndex, place, body } = kept;
    if (typeof key !== 'string' || typeof screenshotIndex !== 'number' || typeof body !== 'string') return null;
    if (!isPlace(place)) return null;
    const draft: Draft = { key, markId, screenshotIndex, place, ...emptyFields, ...fieldsOf(kept) };
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

/** Stores each draft of a review under its own key, so that two tabs never overwrite each other. */
export function createDrafts(memory: Memory, reviewId: string, { tab, shotOf }: Options = {}): Drafts {
  const prefix = draftsOf(reviewId);
  /** Closed tabs, whose drafts any tab may take. */
  const closed = new Set<string>();
  const asked = new Set<string>();
  const all = signal<readonly Draft[]>([]);

  const mine = ({ owner }: Draft): boolean =>
    owner === undefined || tab === undefined || owner === tab.id || closed.has(owner);
  const read = (): Draft[] => memory.keys(prefix).flatMap((key) => parseDraft(memory.get(key)) ?? []);

  const reload = (open: string | null) => {
    const kept = read();
    const composing = all.value.filter(({ key }) => key === open);
    all.value = [...kept.filter((draft) => mine(draft) && draft.key !== open), ...composing];
    for (const { owner } of kept) {
      if (owner === undefined || tab === undefined || owner === tab.id || closed.has(owner) || asked.has(owner))
        continue;
      asked.add(owner);
      tab.whenClosed(owner, () => {
        closed.add(owner);
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
