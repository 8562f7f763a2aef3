import { type Signal, signal } from '@preact/signals';
import type { Area, Place } from '../mark/geometry.ts';
import { createMarking, type Marking } from '../mark/marking.ts';
import type { Zoom } from '../mark/zoom.ts';
import { type Compare, createCompare } from './compare.ts';
import type { Outcome } from './decision.ts';
import type { Memory } from './memory.ts';
import type { Mode } from './types.ts';
import { createUndoing, type Undoing } from './undo.ts';

export type SheetHeight = 'peek' | 'half' | 'full';
export type Dialog = { kind: 'decide'; outcome: Outcome } | { kind: 'help' };

/** What the person looks at and has open now. Nothing here is sent anywhere. */
export interface Screen {
  shot: Signal<number>;
  mode: Signal<Mode>;
  compare: Compare;
  zoom: Signal<Zoom>;
  /** The scale at which the shot is drawn now, which `fit` does not say. */
  scale: Signal<number>;
  selected: Signal<number | null>;
  /** The key of the draft whose composer is open. */
  composing: Signal<string | null>;
  saving: Signal<boolean>;
  composerError: Signal<string | null>;
  /** The mark for which the reason of "Not fixed yet" is being asked. */
  reopening: Signal<number | null>;
  /** How the person marks at the moment: the tool, elements, what is being moved. */
  marking: Marking;
  crosshair: Signal<boolean>;
  /** Set anew for every wish to see a place. */
  reveal: Signal<{ place: Place } | null>;
  /** A hint's area, outlined while its row is chosen. */
  outlined: Signal<{ screenshotIndex: number; area: Area; finding?: number } | null>;
  /** The guest's suggestion that is looked at. */
  suggestion: Signal<number | null>;
  /** The change that is looked at: its place among the changes of a shot. */
  change: Signal<{ shot: number; at: number } | null>;
  /** All changes are outlined, not only the one that is looked at. */
  outlines: Signal<boolean>;
  /** The notes on a picture are unfolded; null until the person has said so. */
  notices: Signal<boolean | null>;
  dialog: Signal<Dialog | null>;
  sheet: Signal<SheetHeight>;
  left: Signal<boolean>;
  right: Signal<boolean>;
  /** What has just happened, and the way back from it. */
  undoing: Undoing;
  /** Read out by screen readers, never shown. */
  announcement: Signal<string>;
  /** The screenshots the person has had on the stage, by `seenKey`. */
  seen: Signal<ReadonlySet<string>>;
  phone: Signal<boolean>;
  singleKeys: Signal<boolean>;
}

export const readSet = (memory: Memory, key: string): ReadonlySet<string> =>
  new Set((memory.get(key) ?? '').split(' ').filter(Boolean));

/** A set the device remembers; answers the new one. */
export function addTo(memory: Memory, key: string, set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  if (set.has(item)) return set;
  const next = new Set(set).add(item);
  memory.set(key, [...next].join(' '));
  return next;
}

/** What the device was once told, or null. */
const readChoice = (memory: Memory, key: string): boolean | null => {
  const kept = memory.get(key);
  return kept === null ? null : kept === 'on';
};

export function createScreen(memory: Memory, reviewId: string, firstShot: number): Screen {
  return {
    shot: signal(firstShot),
    mode: signal<Mode>('now'),
    compare: createCompare(),
    zoom: signal<Zoom>('fit'),
    scale: signal(1),
    selected: signal<number | null>(null),
    composing: signal<string | null>(null),
    saving: signal(false),
    composerError: signal<string | null>(null),
    reopening: signal<number | null>(null),
    marking: createMarking(),
    crosshair: signal(false),
    reveal: signal<{ place: Place } | null>(null),
    outlined: signal<{ screenshotIndex: number; area: Area; finding?: number } | null>(null),
    suggestion: signal<number | null>(null),
    change: signal<{ shot: number; at: number } | null>(null),
    outlines: signal(memory.get('outlines') === 'on'),
    notices: signal(readChoice(memory, 'notices')),
    dialog: signal<Dialog | null>(null),
    sheet: signal<SheetHeight>('peek'),
    left: signal(true),
    right: signal(true),
    undoing: createUndoing(),
    announcement: signal(''),
    seen: signal(readSet(memory, `${reviewId}:seen`)),
    phone: signal(false),
    singleKeys: signal(memory.get('single-keys') !== 'off'),
  };
}
