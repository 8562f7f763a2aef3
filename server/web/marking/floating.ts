import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { areaToScreen } from '../screenshots/transform.ts';
import { floatBeside } from './float.ts';
import { areaOf, type Place } from './geometry.ts';

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
