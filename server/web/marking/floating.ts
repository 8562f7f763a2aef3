import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { areaToScreen } from '../screenshots/transform.ts';
import { type Area, areaOf, clamp, type Place, type Point } from './geometry.ts';

const gap = 12;

/** Returns where a panel of `size` floats beside `anchor` and inside `bounds`; all in the same pixels. */
export function floatBeside(anchor: Area, size: { width: number; height: number }, bounds: Area): Point {
  const right = anchor.x + anchor.width + gap;
  const left = anchor.x - gap - size.width;
  const most = bounds.x + bounds.width - size.width - gap;
  const y = clamp(
    anchor.y - gap,
    bounds.y + gap,
    Math.max(bounds.y + bounds.height - size.height - gap, bounds.y + gap),
  );
  if (right <= most) return { x: right, y };
  if (left >= bounds.x + gap) return { x: left, y };
  const below = anchor.y + anchor.height + gap;
  const above = anchor.y - gap - size.height;
  const fits = below + size.height <= bounds.y + bounds.height;
  return {
    x: clamp(anchor.x, bounds.x + gap, Math.max(most, bounds.x + gap)),
    y: fits ? below : Math.max(above, bounds.y + gap),
  };
}

/** CSS pixels of the tools at the foot of the stage. */
const toolsHeight = 48;

/**
 * Floats a panel beside a place and inside the stage, again when the scale, the place or `also` changes, but not on
 * scroll. Without a scale, styles alone lay it out.
 */
export function useFloat(
  panel: RefObject<HTMLElement | null>,
  place: Place,
  scale: number | undefined,
  also = '',
): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const image = element?.offsetParent;
    const bounds = image?.closest('[data-scroller]')?.getBoundingClientRect();
    if (!element || !image || !bounds || scale === undefined) return;
    const frame = image.getBoundingClientRect();
    const anchor = areaToScreen(frame, areaOf(place));
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const free = { x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height - toolsHeight };
    const spot = floatBeside(anchor, size, free);
    element.style.left = `${Math.round(spot.x - frame.left)}px`;
    element.style.top = `${Math.round(spot.y - frame.top)}px`;
  }, [scale, JSON.stringify(place), also]);
}
