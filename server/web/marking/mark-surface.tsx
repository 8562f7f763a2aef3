import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { mayPlace } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { toFraction } from '../screenshots/transform.ts';
import type { Screenshot } from '../shared/types.ts';
import { pointAt, useElements } from './element-hits.ts';
import { ElementOutline } from './element-outline.tsx';
import { type Area, areaBetween, areaOf, type Point } from './geometry.ts';
import { createGesture } from './gesture.ts';
import { Magnifier } from './marking-later.ts';
import { Outline } from './outline.tsx';
import { placeOn } from './placing.ts';

interface Props {
  shot: Screenshot;
  image: RefObject<HTMLDivElement | null>;
}

type Gesture = ReturnType<typeof createGesture>;

/** Creates the surface's gesture, which lasts as long as the screenshot. */
function useGesture({ shot, image }: Props, preview: Signal<Area | null>, lens: Signal<Point | null>): Gesture {
  const controller = useReview();
  const { marking } = controller.ui;
  // A response may replace the same screenshot's object while a finger is down.
  const latest = useRef(shot);
  latest.current = shot;
  return useMemo(
    () =>
      createGesture({
        frame: () => image.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 },
        boxTool: () => marking.tool.value === 'box',
        preview: (area) => {
          preview.value = area;
          if (area === null) lens.value = null;
        },
        place: (drawn) => placeOn(controller, drawn, latest.current),
        held: () => navigator.vibrate?.(12),
      }),
    [controller, image, preview, shot.index],
  );
}

/** Handles touches. `marked` states whether the touch that ends has marked, as a pen's does. */
function useTouch(surface: RefObject<HTMLElement | null>, gesture: Gesture, marked: { current: boolean }): void {
  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    // While an area is drawn the finger must not scroll; a second finger zooms.
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length > 1) gesture.cancel();
      else if (gesture.drawing() && event.cancelable) event.preventDefault();
    };
    // Ends a touch that marks: its mouse events and its click would hit what opens under the finger.
    const onLift = (event: TouchEvent) => {
      const [finger] = event.changedTouches;
      const marks = finger !== undefined && gesture.up({ x: finger.clientX, y: finger.clientY });
      if ((marks || marked.current) && event.cancelable) event.preventDefault();
      marked.current = false;
    };
    const ending = new AbortController();
    const active = { passive: false, signal: ending.signal };
    element.addEventListener('touchstart', onTouch, active);
    element.addEventListener('touchmove', onTouch, active);
    element.addEventListener('touchend', onLift, active);
    return () => {
      gesture.cancel();
      ending.abort();
    };
  }, [gesture]);
}

/** Follows the pointer: outlines the element under it, or the area from the first corner to it. */
function useHover({ shot, image }: Props, gesture: Gesture, preview: Signal<Area | null>) {
  const { marking } = useReview().ui;
  const pointer = useRef<Point | null>(null);
  const snapping = marking.tool.value === 'element' || marking.held.value;
  const corner = marking.corner.value;
  const map = useElements(marking, shot, snapping);
  const fractionOf = (at: Point) =>
    toFraction(image.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 }, at);

  // The key went down, or the elements arrived, while the pointer stood still.
  useEffect(() => {
    if (!snapping) marking.pointed.value = null;
    else if (pointer.current !== null) pointAt(marking, shot, fractionOf(pointer.current));
  }, [snapping, map, shot.index]);

  // Undone by a key
  useEffect(() => {
    if (corner === null && !gesture.drawing()) preview.value = null;
  }, [corner]);

  return {
    over(at: Point, isTouch: boolean) {
      pointer.current = at;
      if (isTouch || gesture.drawing()) return;
      if (snapping) pointAt(marking, shot, fractionOf(at));
      if (corner !== null) preview.value = areaBetween(corner, fractionOf(at));
    },
    leave() {
      pointer.current = null;
      if (snapping) marking.pointed.value = null;
    },
  };
}

/**
 * Turns clicks, taps and drags on the screenshot into drafts. The keyboard uses the crosshair and the list of elements.
 */
export function MarkSurface({ shot, image }: Props) {
  const controller = useReview();
  const { ui } = controller;
  const surface = useRef<HTMLDivElement>(null);
  const marked = useRef(false);
  const preview = useSignal<Area | null>(null);
  const lens = useSignal<Point | null>(null);
  const can = mayPlace(controller.view());
  const gesture = useGesture({ shot, image }, preview, lens);
  useTouch(surface, gesture, marked);
  const hover = useHover({ shot, image }, gesture, preview);
  const corner = ui.marking.corner.value;
  const outlined = ui.outlined.value;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointers only; the keyboard has ways of its own */}
      <div
        ref={surface}
        class="surface"
        data-can-mark={can}
        onPointerDown={(event) => {
          if (!can || event.button !== 0 || !event.isPrimary) return;
          const touch = event.pointerType === 'touch';
          if (!touch) event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          marked.current = false;
          gesture.down({ x: event.clientX, y: event.clientY }, touch ? 'touch' : 'mouse');
        }}
        onPointerMove={(event) => {
          const at = { x: event.clientX, y: event.clientY };
          const touch = event.pointerType === 'touch';
          gesture.move(at);
          if (touch && gesture.drawing()) lens.value = at;
          hover.over(at, touch);
        }}
        onPointerUp={(event) => {
          // A finger marks at touchend. A pen's touchend follows this event.
          if (event.pointerType === 'touch' && 'ontouchend' in window) return;
          marked.current = gesture.up({ x: event.clientX, y: event.clientY });
        }}
        onPointerCancel={gesture.cancel}
        onPointerLeave={hover.leave}
        onContextMenu={(event) => {
          // A resting finger draws; the browser's menu would interrupt it.
          const touch = event instanceof PointerEvent && event.pointerType === 'touch';
          if (gesture.drawing() || ui.phone.value || touch) event.preventDefault();
        }}
      />
      <ElementOutline shot={shot} />
      {corner !== null && preview.value === null && (
        <Outline area={{ ...corner, width: 0, height: 0 }} kind="preview" />
      )}
      {preview.value !== null && <Outline area={preview.value} kind="preview" />}
      {lens.value !== null && <Magnifier at={lens.value} image={image} />}
      {outlined?.screenshotIndex === shot.index && (
        <Outline area={areaOf({ kind: 'box', ...outlined.area })} kind="finding" />
      )}
    </>
  );
}
