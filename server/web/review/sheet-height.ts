import type { SheetHeight } from './ui-state.ts';

const heights: readonly SheetHeight[] = ['peek', 'half', 'full'];

/** How many CSS pixels the pointer moves in a drag, and in one over two steps. */
const DRAG = 24;
const LONG_DRAG = 260;

/** Returns the height so many steps above. */
export const stepped = (height: SheetHeight, by: number): SheetHeight =>
  heights[Math.min(Math.max(heights.indexOf(height) + by, 0), 2)] ?? 'peek';

/** Returns the height after the handle was dragged, or null when the pointer moved too little for a drag. */
export function dragged(height: SheetHeight, downwards: number): SheetHeight | null {
  const distance = Math.abs(downwards);
  if (distance <= DRAG) return null;
  return stepped(height, (distance > LONG_DRAG ? -2 : -1) * Math.sign(downwards));
}
