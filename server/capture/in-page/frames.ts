import type { DomWindow } from './dom.ts';

declare const window: DomWindow;

/** Runs inside the page: until it has drawn what it had to draw, two frames long. */
export function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => resolve()));
  });
}
