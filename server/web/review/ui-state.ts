import { type Signal, signal } from '@preact/signals';
import { type Compare, createCompare } from '../compare/compare.ts';
import type { Outcome } from '../decide/decision.ts';
import type { Area, Place } from '../marking/geometry.ts';
import { createMarking, type Marking } from '../marking/marking.ts';
import type { Zoom } from '../screenshots/zoom.ts';
import type { Memory } from '../shared/memory.ts';
import type { Mode } from '../shared/types.ts';
import { createUndoing, type Undoing } from './undo.ts';

export type SheetHeight = 'peek' | 'half' | 'full';
export type Dialog = { kind: 'decide'; outcome: Outcome } | { kind: 'help' };

/** What is selected, open and shown. Never sent. */
export interface UiState {
  shot: Signal<number>;
  mode: Signal<Mode>;
  compare: Compare;
  zoom: Signal<Zoom>;
  /** The current scale, also for `fit`. */
  scale: Signal<number>;
  selected: Signal<number | null>;
  /** The mark whose marker or row is under the pointer. */
  pointed: Signal<{ id: number; on: 'marker' | 'row' } | null>;
  composing: Signal<string | null>;
  saving: Signal<boolean>;
  composerError: Signal<string | null>;
  /** The mark whose reason for "Not fixed yet" is being asked. */
  reopening: Signal<number | null>;
  /** The storage key of the reply that is being written. */
  replying: Signal<string | null>;
  /** The mark that looks unchanged, while "Looks fixed" asks once more. */
  doubting: Signal<number | null>;
  marking: Marking;
  crosshair: Signal<boolean>;
  /** Whether the marks on the screenshot are hidden. */
  marksHidden: Signal<boolean>;
  /** Set anew for every request to show a place. */
  reveal: Signal<{ place: Place } | null>;
  /** A finding's area, outlined while its row is selected. */
  outlined: Signal<{ screenshotIndex: number; area: Area; finding?: number } | null>;
  /** The selected suggestion: by its id, or on its guest's page by its secret. */
  suggestion: Signal<number | string | null>;
  /** The selected change: its index among a screenshot's changes. */
  change: Signal<{ shot: number; at: number } | null>;
  /** Whether all changes are outlined. */
  outlines: Signal<boolean>;
  /** Whether the list leaves out screenshots that need no look, where there is a base. */
  onlyChanged: Signal<boolean>;
  /** The filter of the list of marks, as the device remembers it. */
  filter: Signal<string | null>;
  /** Whether the notes on a screenshot are unfolded; null by default. */
  notices: Signal<boolean | null>;
  dialog: Signal<Dialog | null>;
  sheet: Signal<SheetHeight>;
  left: Signal<boolean>;
  right: Signal<boolean>;
  undoing: Undoing;
  announcement: Signal<string>;
  /** The seen screenshots, by `seenKey`. */
  seen: Signal<ReadonlySet<string>>;
  phone: Signal<boolean>;
  /** Whether the person signed in with GitHub. */
  signedIn: Signal<boolean>;
  singleKeys: Signal<boolean>;
}

export const readSet = (memory: Memory, key: string): ReadonlySet<string> =>
  new Set((memory.get(key) ?? '').split(' ').filter(Boolean));

/** Adds an item to a stored set, with what other tabs have added. Returns the new set. */
export function addTo(memory: Memory, key: string, set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  if (set.has(item)) return set;
  const next = new Set([...readSet(memory, key), ...set, item]);
  memory.set(key, [...next].join(' '));
  return next;
}

const readChoice = (memory: Memory, key: string): boolean | null => {
  const kept = memory.get(key);
  return kept === null ? null : kept === 'on';
};

export function createUiState(memory: Memory, reviewId: string, firstShot: number): UiState {
  return {
    shot: signal(firstShot),
    mode: signal<Mode>('now'),
    compare: createCompare(memory),
    zoom: signal<Zoom>('fit'),
    scale: signal(1),
    selected: signal<number | null>(null),
    pointed: signal<{ id: number; on: 'marker' | 'row' } | null>(null),
    composing: signal<string | null>(null),
    saving: signal(false),
    composerError: signal<string | null>(null),
    reopening: signal<number | null>(null),
    replying: signal<string | null>(null),
    doubting: signal<number | null>(null),
    marking: createMarking(),
    crosshair: signal(false),
    marksHidden: signal(false),
    reveal: signal<{ place: Place } | null>(null),
    outlined: signal<{ screenshotIndex: number; area: Area; finding?: number } | null>(null),
    suggestion: signal<number | string | null>(null),
    change: signal<{ shot: number; at: number } | null>(null),
    outlines: signal(memory.get('outlines') === 'on'),
    onlyChanged: signal(memory.get('only-changed') !== 'off'),
    filter: signal(memory.get('mark-filter')),
    notices: signal(readChoice(memory, 'notices')),
    dialog: signal<Dialog | null>(null),
    sheet: signal<SheetHeight>('peek'),
    left: signal(true),
    right: signal(true),
    undoing: createUndoing(),
    announcement: signal(''),
    seen: signal(readSet(memory, `${reviewId}:seen`)),
    phone: signal(false),
    signedIn: signal(false),
    singleKeys: signal(memory.get('single-keys') !== 'off'),
  };
}
