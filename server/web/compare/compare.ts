import { type Signal, signal } from '@preact/signals';
import type { Memory } from '../shared/memory.ts';
import type { Mode } from '../shared/types.ts';
import type { AlignedLayout } from './aligned-layout.ts';
import type { Against } from './counterpart.ts';

/** Milliseconds between two blinks, far below the three flashes a second of WCAG 2.3.1. */
export const blinkEvery = 700;

/** How to lay two screenshots over each other: `same` where no row moved, `unknown` where that is not known. */
export type Layout = AlignedLayout | 'same' | 'unknown';

/** What a screenshot is compared with, and how the two are laid over each other. Survives a change of screenshot or mode. */
export interface Compare {
  /** The side that the person chose; null for the default. */
  against: Signal<Against | null>;
  /** Position of the swipe line, 0..1 of the screenshot's width. */
  line: Signal<number>;
  /** Opacity of this pass over the previous one, 0..1. */
  mix: Signal<number>;
  /** Whether blink shows the previous pass. */
  before: Signal<boolean>;
  /** Whether blink alternates. Never with reduced motion. */
  running: Signal<boolean>;
  /** Whether the previous pass is shown while a key is held. */
  peek: Signal<boolean>;
  /** Whether the same content faces the same content. */
  aligned: Signal<boolean>;
  /** The known layouts, by the address of the difference image. */
  layouts: Signal<ReadonlyMap<string, Layout>>;
}

export const createCompare = (memory: Memory): Compare => ({
  against: signal<Against | null>(null),
  line: signal(0.5),
  mix: signal(0.5),
  before: signal(false),
  running: signal(true),
  peek: signal(false),
  aligned: signal(memory.get('aligned') !== 'off'),
  layouts: signal<ReadonlyMap<string, Layout>>(new Map()),
});

/** The modes that can be aligned; Diff always is. */
export const alignable: readonly Mode[] = ['side', 'swipe', 'onion', 'blink'];

/** Chooses whether the same content faces the same content; the device remembers it. */
export function align({ aligned }: Compare, memory: Memory, to: boolean): void {
  aligned.value = to;
  memory.set('aligned', to ? 'on' : 'off');
}

/** Returns the layout to draw: null for both images as they are. */
export function shownLayout({ aligned, layouts }: Compare, difference: string | null): AlignedLayout | null {
  const layout = difference === null ? undefined : layouts.value.get(difference);
  return aligned.value && typeof layout === 'object' ? layout : null;
}
