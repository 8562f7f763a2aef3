import { useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { type Zoom, zoomGroup } from './zoom.ts';

/**
 * Keeps the zoom between screenshots of one page at one width. Any other starts as wide as the stage, or at the zoom at
 * which it was left. `whole` means the same on all of them, so it stays.
 */
export function useCarriedZoom(shot: Screenshot): void {
  const { zoom } = useReview().ui;
  const left = useRef(new Map<string, Zoom>());
  const group = zoomGroup(shot);
  const before = useRef({ group, zoom: zoom.peek() });
  const isSetToo = zoom.peek() !== before.current.zoom;
  if (before.current.group !== group) {
    left.current.set(before.current.group, before.current.zoom);
    // What was set together with the screenshot is meant for it, such as the zoom on the previous pass.
    if (!isSetToo && zoom.peek() !== 'whole') zoom.value = left.current.get(group) ?? 'fit';
  }
  before.current = { group, zoom: zoom.peek() };
}
