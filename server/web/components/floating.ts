import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { floatBeside } from '../mark/float.ts';
import { areaOf, type Place } from '../mark/geometry.ts';
import { areaToScreen } from '../mark/transform.ts';

/** The tools at the foot of the stage, CSS pixels. */
const toolsHeight = 48;

/**
 * Floats a panel that lies in the picture beside a place of it and inside the stage; anew when the scale, the place or
 * `also` changes, not when the picture is scrolled. Without a scale it is laid out by its styles alone.
 */
export function useFloat(
  panel: RefObject<HTMLElement | null>,
  place: Place,
  scale: number | undefined,
  also: string | number | boolean = '',
): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const picture = element?.offsetParent;
    const bounds = picture?.closest('[data-scroller]')?.getBoundingClientRect();
    if (!element || !picture || !bounds || scale === undefined) return;
    const frame = picture.getBoundingClientRect();
    const anchor = areaToScreen(frame, areaOf(place));
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const free = { x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height - toolsHeight };
    const spot = floatBeside(anchor, size, free);
    element.style.left = `${Math.round(spot.x - frame.left)}px`;
    element.style.top = `${Math.round(spot.y - frame.top)}px`;
  }, [scale, JSON.stringify(place), also]);
}
