import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Point } from '../marking/geometry.ts';
import type { Marking } from '../marking/marking.ts';
import { scrollBehavior } from '../shared/device.ts';
import { typing } from './stage-keys.ts';

/** Returns whether the focus leaves the space bar free. */
const free = (scroller: HTMLElement): boolean =>
  document.activeElement === document.body || document.activeElement === scroller || document.activeElement === null;

interface Watched {
  panning: Marking['panning'];
  isDragging: () => boolean;
  signal: AbortSignal;
}

/** Tracks the space bar. Without a drag it scrolls, or presses the focused button. */
function watchSpace(box: HTMLElement, { panning, isDragging, signal }: Watched) {
  let space: 'up' | 'down' | 'presses' | 'used' = 'up';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (free(box) || space === 'used') event.preventDefault();
    if (space !== 'up') return;
    space = free(box) ? 'down' : 'presses';
    panning.value = space === 'down';
  };
  const letGo = () => {
    space = 'up';
    if (!isDragging()) panning.value = false;
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
  addEventListener('keydown', onKeyDown, { signal });
  addEventListener('keyup', onKeyUp, { signal });
  addEventListener('blur', letGo, { signal });
  return {
    isDown: () => space !== 'up',
    /** Makes it part of a drag. */
    use() {
      if (space !== 'up') space = 'used';
    },
  };
}

/** Pans by dragging with the middle button, or with any while the space bar is held. */
export function usePan(scroller: RefObject<HTMLDivElement | null>, { panning }: Marking): void {
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    let from: { pointer: Point; scroll: Point } | null = null;
    const ending = new AbortController();
    const space = watchSpace(box, { panning, isDragging: () => from !== null, signal: ending.signal });
    let next: Point | null = null;
    let frame = 0;

    const apply = () => {
      frame = 0;
      if (next !== null) box.scrollTo(next.x, next.y);
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 1 && !(event.button === 0 && space.isDown())) return;
      event.preventDefault();
      event.stopPropagation();
      box.setPointerCapture(event.pointerId);
      from = {
        pointer: { x: event.clientX, y: event.clientY },
        scroll: { x: box.scrollLeft, y: box.scrollTop },
      };
      space.use();
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
      panning.value = space.isDown();
    };
    // In the capture phase, so that panning marks nothing.
    const first = { capture: true, signal: ending.signal };
    box.addEventListener('pointerdown', onDown, first);
    box.addEventListener('pointermove', onMove, first);
    box.addEventListener('pointerup', onUp, first);
    box.addEventListener('pointercancel', onUp, first);
    return () => {
      cancelAnimationFrame(frame);
      ending.abort();
    };
  }, [scroller, panning]);
}
