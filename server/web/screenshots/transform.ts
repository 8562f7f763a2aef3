import type { Area, Point } from '../marking/geometry.ts';

/**
 * The only transform between the screen and a screenshot. A frame is where the screenshot is drawn, in CSS pixels
 * (`getBoundingClientRect`); fractions are 0..1 of the screenshot.
 */
export type Frame = Readonly<{ left: number; top: number; width: number; height: number }>;

/** Not clamped: a point beside the screenshot is below 0 or above 1. */
export const toFraction = (frame: Frame, screen: Point): Point => ({
  x: (screen.x - frame.left) / frame.width,
  y: (screen.y - frame.top) / frame.height,
});

export const toScreen = (frame: Frame, fraction: Point): Point => ({
  x: frame.left + fraction.x * frame.width,
  y: frame.top + fraction.y * frame.height,
});

export const toFractionSize = (frame: Frame, by: Point): Point => ({ x: by.x / frame.width, y: by.y / frame.height });

export const areaToScreen = (frame: Frame, area: Area): Area => ({
  ...toScreen(frame, area),
  width: area.width * frame.width,
  height: area.height * frame.height,
});

/** Returns how far to scroll to bring `fraction` to `screen`. */
export function scrollToHold(frame: Frame, fraction: Point, screen: Point): Point {
  const now = toScreen(frame, fraction);
  return { x: now.x - screen.x, y: now.y - screen.y };
}
