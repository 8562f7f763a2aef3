import { type Signal, signal } from '@preact/signals';

/** Milliseconds that a blinking picture stands still: far below the three flashes a second of WCAG 2.3.1. */
export const blinkEvery = 700;

/** How two passes are laid over each other. It outlives a change of shot or mode, so that a person finds it again. */
export interface Compare {
  /** Where the line of the swipe stands, 0..1 of the picture's width. */
  line: Signal<number>;
  /** How much of this pass the onion shows over the previous one, 0..1. */
  mix: Signal<number>;
  /** Blink shows the previous pass now. */
  before: Signal<boolean>;
  /** Blink alternates by itself; never where the person asked for little motion. */
  running: Signal<boolean>;
  /** The previous pass is shown for as long as a key is held, whatever the mode. */
  peek: Signal<boolean>;
}

export const createCompare = (): Compare => ({
  line: signal(0.5),
  mix: signal(0.5),
  before: signal(false),
  running: signal(true),
  peek: signal(false),
});
