import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Point } from '../mark/geometry.ts';
import type { Marking } from '../mark/marking.ts';
import { scrollBehavior } from '../review/device.ts';
import { typing } from '../review/stage-keys.ts';

/** Whether nothing that has the focus needs the space bar for itself. */
const free = (scroller: HTMLElement): boolean =>
  document.activeElement === document.body || document.activeElement === scroller || document.activeElement === null;

/**
 * Pans by dragging with the middle button, or with any while the space bar is held. A space bar without a drag scrolls, or
 * presses the button that has the focus.
 */
export function usePan(scroller: RefObject<HTMLDivElement | null>, { panning }: Marking): void {
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    let from: { pointer: Point; scroll: Point } | null = null;
    let space: 'up' | 'down' | 'presses' | 'used' = 'up';
    let next: Point | null = null;
    let frame = 0;

    const apply = () => {
      frame = 0;
      if (next !== null) box.scrollTo(next.x, next.y);
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 1 && !(event.button === 0 && space !== 'up')) return;
      event.preventDefault();
      event.stopPropagation();
      box.setPointerCapture(event.pointerId);
      from = {
        pointer: { x: event.clientX, y: event.clientY },
        scroll: { x: box.scrollLeft, y: box.scrollTop },
      };
      if (space !== 'up') space = 'used';
      panning.value = true;
    };
    const onMove = (event: PointerEvent) => {
      if (from === null) return;
      event.stopPropagation();
      next = {
        x: from.scroll.x - (event.clientX - from.pointer.x),
        y: from.scroll.y - (event.clientY - from.pointer.y),
      };
      if (frame === 0) frame = requestAnimationFrame(apply);
    };
    const onUp = (event: PointerEvent) => {
      if (from === null) return;
      event.stopPropagation();
      cancelAnimationFrame(frame);
      apply();
      from = null;
      next = null;
      panning.value = space !== 'up';
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      if (free(box) || space === 'used') event.preventDefault();
      if (space !== 'up') return;
      space = free(box) ? 'down' : 'presses';
      panning.value = space === 'down';
    };
    const letGo = () => {
      space = 'up';
      if (from === null) panning.value = false;
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== ' ' || space === 'up') return;
      if (space === 'used') event.preventDefault();
      if (space === 'down') {
        const by = box.clientHeight * (event.shiftKey ? -0.85 : 0.85);
        box.scrollBy({ top: by, behavior: scrollBehavior() });
      }
      letGo();
    };
    // Before the picture hears of it: what pans marks nothing.
    box.addEventListener('pointerdown', onDown, true);
    box.addEventListener('pointermove', onMove, true);
    box.addEventListener('pointerup', onUp, true);
    box.addEventListener('pointercancel', onUp, true);
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', letGo);
    return () => {
      cancelAnimationFrame(frame);
      box.removeEventListener('pointerdown', onDown, true);
      box.removeEventListener('pointermove', onMove, true);
      box.removeEventListener('pointerup', onUp, true);
      box.removeEventListener('pointercancel', onUp, true);
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', letGo);
    };
  }, [scroller, panning]);
}
