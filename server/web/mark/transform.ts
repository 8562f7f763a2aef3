import type { Area, Point } from './geometry.ts';

/**
 * The one transform between the screen and a shot. A frame is where the shot is drawn now, in CSS pixels of the
 * screen (what `getBoundingClientRect` answers); fractions are 0..1 of the shot. Nothing else converts between them.
 */
export type Frame = Readonly<{ left: number; top: number; width: number; height: number }>;

/** Not cut to the shot: a point beside it gives fractions below 0 or above 1. */
export const toFraction = (frame: Frame, screen: Point): Point => ({
  x: (screen.x - frame.left) / frame.width,
  y: (screen.y - frame.top) / frame.height,
});

export const toScreen = (frame: Frame, fraction: Point): Point => ({
  x: frame.left + fraction.x * frame.width,
  y: frame.top + fraction.y * frame.height,
});

/** A distance on the screen as a share of the shot. */
export const toFractionSize = (frame: Frame, by: Point): Point => ({ x: by.x / frame.width, y: by.y / frame.height });

export const areaToScreen = (frame: Frame, area: Area): Area => ({
  ...toScreen(frame, area),
  width: area.width * frame.width,
  height: area.height * frame.height,
});

/** How far to scroll so that `fraction` comes to lie at `screen`. */
export function scrollToHold(frame: Frame, fraction: Point, screen: Point): Point {
  const now = toScreen(frame, fraction);
  return { x: now.x - screen.x, y: now.y - screen.y };
}
