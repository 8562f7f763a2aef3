import { type Signal, signal } from '@preact/signals';
import type { Against } from './counterpart.ts';

/** Milliseconds between two blinks, far below the three flashes a second of WCAG 2.3.1. */
export const blinkEvery = 700;

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
}

export const createCompare = (): Compare => ({
  against: signal<Against | null>(null),
  line: signal(0.5),
  mix: signal(0.5),
  before: signal(false),
  running: signal(true),
  peek: signal(false),
});
