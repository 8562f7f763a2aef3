import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { anchorOf, areaOf, clamp, distance, type Point } from '../mark/geometry.ts';
import { areaToScreen, scrollToHold, toFraction } from '../mark/transform.ts';
import { maxScale, minScale, wheelScale } from '../mark/zoom.ts';
import { scrollBehavior } from '../review/device.ts';
import { useStage } from '../review/stage-desk.ts';

interface StageView {
  scroller: RefObject<HTMLDivElement | null>;
  picture: RefObject<HTMLDivElement | null>;
  shotIndex: number;
  scale: number;
  /** Changes when anything else moves the picture: the stage's width, the mode. */
  layout: string;
}

/** The lowest visible pixel of the stage: what floats over its foot says so with `data-covers`. */
function visibleBottom(scroller: HTMLElement): number {
  const box = scroller.getBoundingClientRect();
  let bottom = box.bottom;
  for (const cover of document.querySelectorAll('[data-covers]')) {
    const { top, height } = cover.getBoundingClientRect();
    if (height > 0 && top > box.top) bottom = Math.min(bottom, top);
  }
  return bottom;
}

/**
 * Panning is the browser's own scrolling. This keeps what the person looks at in place when the scale, the stage or
 * the shot changes, zooms about the pointer, and brings a place into view when it is asked for.
 */
export function useStageView({ scroller, picture, shotIndex, scale, layout }: StageView): void {
  const { screen } = useStage();
  const held = useRef(new Map<number, Point>());
  // The shot that is laid out now: a scroll event may come before the effects of the next shot have run.
  const onStage = useRef(shotIndex);
  const anchor = useRef<{ fraction: Point; screen: Point } | null>(null);

  const holdAt = (box: HTMLElement): Point => {
    const { left, top } = box.getBoundingClientRect();
    return { x: left + box.clientWidth / 2, y: top };
  };

  useLayoutEffect(() => {
    const box = scroller.current;
    const shot = picture.current;
    if (box === null || shot === null) return;
    onStage.current = shotIndex;
    const hold = anchor.current ?? {
      fraction: held.current.get(shotIndex) ?? { x: 0.5, y: -1 },
      screen: holdAt(box),
    };
    anchor.current = null;
    const by = scrollToHold(shot.getBoundingClientRect(), hold.fraction, hold.screen);
    box.scrollLeft += by.x;
    box.scrollTop += by.y;
    screen.scale.value = scale;
  }, [shotIndex, scale, layout]);

  useEffect(() => {
    const box = scroller.current;
    const shot = picture.current;
    if (box === null || shot === null) return;
    const zoomAt = (at: Point, to: number) => {
      anchor.current = { fraction: toFraction(shot.getBoundingClientRect(), at), screen: at };
      screen.zoom.value = to;
    };
    const scaleNow = () => (screen.zoom.value === 'fit' ? screen.scale.value : screen.zoom.value);
    const onScroll = () => {
      held.current.set(onStage.current, toFraction(shot.getBoundingClientRect(), holdAt(box)));
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomAt({ x: event.clientX, y: event.clientY }, wheelScale(scaleNow(), event.deltaY));
    };
    let pinch: { apart: number; scale: number } | null = null;
    const fingers = ({ touches }: TouchEvent): [Point, Point] | null => {
      const [a, b] = touches;
      if (a === undefined || b === undefined || touches.length !== 2) return null;
      return [
        { x: a.clientX, y: a.clientY },
        { x: b.clientX, y: b.clientY },
      ];
    };
    const onTouchStart = (event: TouchEvent) => {
      const two = fingers(event);
      pinch = two === null ? null : { apart: distance(...two), scale: scaleNow() };
    };
    const onTouchMove = (event: TouchEvent) => {
      const two = fingers(event);
      if (two === null || pinch === null || pinch.apart === 0) return;
      event.preventDefault();
      const [a, b] = two;
      const to = clamp((pinch.scale * distance(a, b)) / pinch.apart, minScale, maxScale);
      zoomAt({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, to);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('wheel', onWheel, { passive: false });
    box.addEventListener('touchstart', onTouchStart, { passive: true });
    box.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => {
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('wheel', onWheel);
      box.removeEventListener('touchstart', onTouchStart);
      box.removeEventListener('touchmove', onTouchMove);
    };
  }, [scroller, picture, screen]);

  const wish = screen.reveal.value;
  useEffect(() => {
    const box = scroller.current;
    const shot = picture.current;
    if (wish === null || box === null || shot === null) return;
    screen.reveal.value = null;
    const stage = box.getBoundingClientRect();
    const bottom = visibleBottom(box);
    const area = areaToScreen(shot.getBoundingClientRect(), { ...areaOf(wish.place), ...anchorOf(wish.place) });
    const margin = Math.min(56, (bottom - stage.top) / 4);
    const hidden = {
      x: area.x < stage.left + margin || area.x > stage.right - margin,
      y: area.y < stage.top + margin || Math.min(area.y + area.height, area.y + 80) > bottom - margin,
    };
    if (!hidden.x && !hidden.y) return;
    const left = hidden.x ? area.x - (stage.left + stage.width / 3) : 0;
    const top = hidden.y ? area.y - (stage.top + (bottom - stage.top) / 3) : 0;
    box.scrollBy({ left, top, behavior: scrollBehavior() });
  }, [wish, scroller, picture, screen]);
}
