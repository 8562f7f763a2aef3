import { clamp, type Point } from '../marking/geometry.ts';
import type { Frame } from './transform.ts';

/** The stage on the screen, in CSS pixels, and its padding. */
export interface StageBox extends Frame {
  padding: { left: number; right: number; top: number; bottom: number };
}

/** A point of the screenshot, in fractions, and where on the screen it stays. */
export interface Hold {
  fraction: Point;
  screen: Point;
}

/**
 * Returns where a screenshot of `size` lies after layout and scrolling to `hold`, as near as scrolling can: centred
 * while narrower than the stage, never past an end. A zoom draws it exactly there, so that nothing jumps.
 */
export function frameOf(stage: StageBox, size: { width: number; height: number }, hold: Hold): Frame {
  const { padding } = stage;
  const inside = stage.width - padding.left - padding.right;
  const left = padding.left + Math.max(0, (inside - size.width) / 2);
  const whole = {
    width: Math.max(stage.width, size.width + padding.left + padding.right),
    height: Math.max(stage.height, size.height + padding.top + padding.bottom),
  };
  const wished = {
    x: stage.left + left + hold.fraction.x * size.width - hold.screen.x,
    y: stage.top + padding.top + hold.fraction.y * size.height - hold.screen.y,
  };
  return {
    left: stage.left + left - clamp(wished.x, 0, whole.width - stage.width),
    top: stage.top + padding.top - clamp(wished.y, 0, whole.height - stage.height),
    ...size,
  };
}

/** Returns the transform from one frame to another, with the upper left corner as origin. */
export const transformBetween = (from: Frame, to: Frame): string =>
  `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width}, ${to.height / from.height})`;
