import { clamp, type Point } from './geometry.ts';
import type { Frame } from './transform.ts';

/** The stage as it lies on the screen, in CSS pixels, and the empty edge around what is on it. */
export interface Room extends Frame {
  padding: { left: number; right: number; top: number; bottom: number };
}

/** A place of the picture, in fractions, and where on the screen it shall lie. */
export interface Hold {
  fraction: Point;
  screen: Point;
}

/**
 * Where a picture of `size` comes to lie when it is laid out and scrolled so that `hold` is met as nearly as scrolling
 * can: in the middle while it is narrower than the stage, never scrolled past an end. What a zoom shows while it lasts
 * is exactly where the layout after it puts the picture, so that nothing jumps.
 */
export function frameOf(room: Room, size: { width: number; height: number }, hold: Hold): Frame {
  const { padding } = room;
  const inside = room.width - padding.left - padding.right;
  const left = padding.left + Math.max(0, (inside - size.width) / 2);
  const whole = {
    width: Math.max(room.width, size.width + padding.left + padding.right),
    height: Math.max(room.height, size.height + padding.top + padding.bottom),
  };
  const wished = {
    x: room.left + left + hold.fraction.x * size.width - hold.screen.x,
    y: room.top + padding.top + hold.fraction.y * size.height - hold.screen.y,
  };
  return {
    left: room.left + left - clamp(wished.x, 0, whole.width - room.width),
    top: room.top + padding.top - clamp(wished.y, 0, whole.height - room.height),
    ...size,
  };
}

/** What draws a picture that lies at `from` where `to` says, with the upper left corner as origin. */
export const transformBetween = (from: Frame, to: Frame): string =>
  `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width}, ${to.height / from.height})`;
