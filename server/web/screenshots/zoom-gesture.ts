import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { clamp, distance, type Point } from '../marking/geometry.ts';
import type { Screenshot } from '../shared/types.ts';
import { frameOf, type Hold, type StageBox, transformBetween } from './camera.ts';
import { type Frame, toFraction } from './transform.ts';
import { drawnSize, maxScale, minScale, wheelScale } from './zoom.ts';

/** Milliseconds after the last wheel event at which a zoom ends. */
const settles = 160;

interface ZoomGesture {
  scroller: RefObject<HTMLDivElement | null>;
  image: RefObject<HTMLDivElement | null>;
  /** The current layout. */
  laid: RefObject<{ scale: number; shot: Screenshot }>;
  /** Called on every frame of the zoom. */
  onScale: (scale: number) => void;
  /** Lays the screenshot out again, positioned by `hold`. */
  onEnd: (scale: number, hold: Hold) => void;
}

interface Live {
  from: Frame;
  stage: StageBox;
  base: number;
  scale: number;
  hold: Hold;
}

function stageBoxOf(box: HTMLElement): StageBox {
  const { left, top } = box.getBoundingClientRect();
  const style = getComputedStyle(box.firstElementChild ?? box);
  const edge = (side: 'Left' | 'Right' | 'Top' | 'Bottom') => Number.parseFloat(style[`padding${side}`]) || 0;
  const padding = { left: edge('Left'), right: edge('Right'), top: edge('Top'), bottom: edge('Bottom') };
  return {
    left: left + box.clientLeft,
    top: top + box.clientTop,
    width: box.clientWidth,
    height: box.clientHeight,
    padding,
  };
}

const fingersOf = ({ touches }: TouchEvent): [Point, Point] | null => {
  const [a, b] = touches;
  if (a === undefined || b === undefined || touches.length !== 2) return null;
  return [
    { x: a.clientX, y: a.clientY },
    { x: b.clientX, y: b.clientY },
  ];
};
const between = ([a, b]: [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

type Zooming = Omit<ZoomGesture, 'scroller' | 'image'> & { box: HTMLElement; shot: HTMLElement };

/** Transforms the screenshot during a zoom, frame by frame, and lays it out once at the end. */
function createZoom({ box, shot, laid, onScale, onEnd }: Zooming) {
  let live: Live | null = null;
  let drawing = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Includes the other pane.
  const images = () => box.parentElement?.querySelectorAll<HTMLElement>('.image') ?? [];
  const target = ({ stage, scale, hold }: Live): Frame =>
    frameOf(stage, drawnSize(laid.current.shot, scale, devicePixelRatio), hold);
  const draw = () => {
    drawing = 0;
    if (live === null) return;
    const transform = transformBetween(live.from, target(live));
    for (const each of images()) {
      each.style.transform = transform;
      each.style.setProperty('--unscale', String(live.base / live.scale));
    }
    onScale(live.scale);
  };
  const begin = (at: Point): Live => {
    if (live !== null) return live;
    const from = shot.getBoundingClientRect();
    const { scale } = laid.current;
    for (const each of images()) each.dataset.zooming = '';
    live = {
      from,
      stage: stageBoxOf(box),
      base: scale,
      scale,
      hold: { fraction: toFraction(from, at), screen: at },
    };
    return live;
  };
  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(drawing);
    drawing = 0;
    if (live === null) return;
    const { scale, hold } = live;
    live = null;
    for (const each of images()) {
      each.style.transform = '';
      each.style.removeProperty('--unscale');
      delete each.dataset.zooming;
    }
    onEnd(scale, hold);
  };
  const later = () => {
    if (drawing === 0) drawing = requestAnimationFrame(draw);
  };
  const zoomAt = (at: Point, factor: (scale: number) => number) => {
    const started = live !== null;
    const now = begin(at);
    const frame = started ? target(now) : now.from;
    now.hold = { fraction: toFraction(frame, at), screen: at };
    now.scale = clamp(factor(now.scale), minScale, maxScale);
    later();
    clearTimeout(timer);
    timer = setTimeout(end, settles);
  };
  return {
    begin,
    end,
    later,
    zoomAt,
    isLive: () => live !== null,
  };
}

/**
 * Zooms by Ctrl and wheel, touchpad pinch and two fingers. Only transforms the screenshot during the gesture; lays it
 * out once afterwards, exactly where the transform left it.
 */
export function useZoomGesture({ scroller, image, laid, onScale, onEnd }: ZoomGesture): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    const shot = image.current;
    if (box === null || shot === null) return;
    const { begin, end, later, zoomAt, isLive } = createZoom({ box, shot, laid, onScale, onEnd });

    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) {
        // A scrolling wheel ends the zoom.
        if (isLive()) end();
        return;
      }
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 20;
      zoomAt({ x: event.clientX, y: event.clientY }, (scale) => wheelScale(scale, event.deltaY * lines));
    };
    let pinch: { apart: number; scale: number; fraction: Point } | null = null;
    const onTouchStart = (event: TouchEvent) => {
      const two = fingersOf(event);
      if (two === null) {
        // A third finger ends the zoom.
        if (pinch !== null) end();
        pinch = null;
        return;
      }
      end();
      const { scale, hold } = begin(between(two));
      pinch = { apart: distance(...two), scale, fraction: hold.fraction };
    };
    const onTouchMove = (event: TouchEvent) => {
      const two = fingersOf(event);
      if (two === null || pinch === null || pinch.apart === 0) return;
      if (event.cancelable) event.preventDefault();
      const now = begin(between(two));
      now.hold = { fraction: pinch.fraction, screen: between(two) };
      now.scale = clamp((pinch.scale * distance(...two)) / pinch.apart, minScale, maxScale);
      later();
    };
    const onTouchEnd = (event: TouchEvent) => {
      if (pinch === null || event.touches.length >= 2) return;
      pinch = null;
      end();
    };
    // Safari has its own events for a touchpad's pinch.
    let gestureFrom = 1;
    const onGesture = (event: Event) => {
      if (!('scale' in event && 'clientX' in event && 'clientY' in event) || pinch !== null) return;
      event.preventDefault();
      const by = Number(event.scale);
      if (event.type === 'gesturestart') gestureFrom = laid.current.scale;
      else zoomAt({ x: Number(event.clientX), y: Number(event.clientY) }, () => gestureFrom * by);
    };
    const ending = new AbortController();
    const passive = { passive: true, signal: ending.signal };
    const active = { passive: false, signal: ending.signal };
    box.addEventListener('wheel', onWheel, active);
    box.addEventListener('touchstart', onTouchStart, passive);
    box.addEventListener('touchmove', onTouchMove, active);
    box.addEventListener('touchend', onTouchEnd, passive);
    box.addEventListener('touchcancel', onTouchEnd, passive);
    box.addEventListener('gesturestart', onGesture, active);
    box.addEventListener('gesturechange', onGesture, active);
    return () => {
      end();
      ending.abort();
    };
  }, [scroller, image]);
}
