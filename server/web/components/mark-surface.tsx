import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { elementOf } from '../mark/elements.ts';
import { type Area, areaBetween, areaOf, type Place, type Point, placeAt, roundPlace } from '../mark/geometry.ts';
import { createGesture } from '../mark/gesture.ts';
import { toFraction } from '../mark/transform.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { pointAt, useElements, walkAt } from './element-hits.ts';
import { ElementOutline } from './element-outline.tsx';
import { Magnifier } from './marking-later.ts';
import { Outline } from './outline.tsx';

interface Props {
  shot: Screenshot;
  picture: RefObject<HTMLDivElement | null>;
}

/** Takes clicks, taps and drags on the picture and makes drafts of them. The keyboard's ways are the crosshair and the list of elements. */
export function MarkSurface({ shot, picture }: Props) {
  const desk = useStage();
  const { screen } = desk;
  const { marking } = screen;
  const surface = useRef<HTMLDivElement>(null);
  const pointer = useRef<Point | null>(null);
  const marked = useRef(false);
  const preview = useSignal<Area | null>(null);
  const lens = useSignal<Point | null>(null);
  const can = desk.view().can.mark;
  const snapping = marking.tool.value === 'element' || marking.held.value;
  const corner = marking.corner.value;
  const map = useElements(marking, shot, snapping);

  // The answer of the service may bring the same shot anew while a finger is down.
  const latest = useRef(shot);
  latest.current = shot;
  const frame = () => picture.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };

  /** What a point means with the tool that is on; null while more is to come. */
  const meant = (at: Point): Place | null => {
    if (marking.tool.value === 'box') {
      const from = marking.corner.value;
      if (from === null) {
        marking.corner.value = at;
        desk.announce(strings.tools.cornerSet);
        return null;
      }
      const area = areaBetween(from, at);
      marking.corner.value = null;
      return area.width > 0 && area.height > 0 ? { kind: 'box', ...area } : { kind: 'point', ...at };
    }
    const elements =
      marking.tool.value === 'element' || marking.held.value ? marking.elements.of(latest.current) : null;
    const now = marking.pointed.value;
    const walk = elements === null ? null : now?.shot === shot.index ? now.walk : walkAt(elements, at, latest.current);
    const element = elements?.[elementOf(walk) ?? -1];
    if (element === undefined || walk === null) return { kind: 'point', ...at };
    const place: Place = { kind: 'box', ...element.area };
    queueMicrotask(() => {
      if (screen.composing.value !== null) marking.taken.value = { key: screen.composing.value, walk };
    });
    return place;
  };

  const put = (place: Place): boolean => {
    const at = place.kind === 'point' ? place : { x: place.x + place.width / 2, y: place.y + place.height / 2 };
    const adjusting = marking.adjusting.value;
    if (adjusting !== null) {
      marking.adjusting.value = { ...adjusting, place: roundPlace(placeAt(adjusting.place, at)) };
      return true;
    }
    const draft = marking.placing.value ? desk.drafts.find(screen.composing.value) : undefined;
    if (draft === undefined) return false;
    marking.placing.value = false;
    desk.changeDraft({ ...draft, screenshotIndex: shot.index, place: roundPlace(placeAt(draft.place, at)) });
    desk.announce(strings.tools.placed);
    return true;
  };

  const gesture = useMemo(
    () =>
      createGesture({
        frame,
        boxTool: () => marking.tool.value === 'box',
        preview: (area) => {
          preview.value = area;
          if (area === null) lens.value = null;
        },
        place: (drawn) => {
          if (put(drawn)) return;
          const place = drawn.kind === 'point' ? meant(drawn) : drawn;
          if (place === null) return;
          marking.corner.value = null;
          marking.pointed.value = null;
          if (marking.tool.value === 'box') marking.tool.value = 'point';
          desk.startDraft(shot.index, place);
        },
        held: () => navigator.vibrate?.(12),
      }),
    [desk, screen, picture, preview, shot.index],
  );

  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    // While an area is drawn the finger must not scroll; a second finger means zooming.
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length > 1) gesture.cancel();
      else if (gesture.drawing() && event.cancelable) event.preventDefault();
    };
    // A touch that marks ends here: its mouse events and its click would go to what opens under the finger.
    const onLift = (event: TouchEvent) => {
      const [finger] = event.changedTouches;
      const marks = finger !== undefined && gesture.up({ x: finger.clientX, y: finger.clientY });
      if ((marks || marked.current) && event.cancelable) event.preventDefault();
      marked.current = false;
    };
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    element.addEventListener('touchend', onLift, { passive: false });
    return () => {
      gesture.cancel();
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
      element.removeEventListener('touchend', onLift);
    };
  }, [gesture]);

  // The key went down, or the elements have come, while the pointer stood still.
  useEffect(() => {
    if (!snapping) marking.pointed.value = null;
    else if (pointer.current !== null) pointAt(marking, shot, toFraction(frame(), pointer.current));
  }, [snapping, map, shot.index]);

  // Taken back by a key
  useEffect(() => {
    if (corner === null && !gesture.drawing()) preview.value = null;
  }, [corner]);

  const hover = (event: PointerEvent) => {
    const at = { x: event.clientX, y: event.clientY };
    pointer.current = at;
    if (event.pointerType === 'touch' || gesture.drawing()) return;
    if (marking.tool.value === 'element' || marking.held.value) pointAt(marking, shot, toFraction(frame(), at));
    const from = marking.corner.value;
    if (from !== null) preview.value = areaBetween(from, toFraction(frame(), at));
  };

  const outlined = screen.outlined.value;
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
          gesture.move(at);
          if (event.pointerType === 'touch' && gesture.drawing()) lens.value = at;
          hover(event);
        }}
        onPointerUp={(event) => {
          // A finger marks when its touch ends. A pen's touch ends too, after this.
          if (event.pointerType === 'touch' && 'ontouchend' in window) return;
          marked.current = gesture.up({ x: event.clientX, y: event.clientY });
        }}
        onPointerCancel={gesture.cancel}
        onPointerLeave={() => {
          pointer.current = null;
          if (marking.tool.value === 'element' || marking.held.value) marking.pointed.value = null;
        }}
        onContextMenu={(event) => {
          // A finger that rests draws; what the browser would offer for it is in the way.
          const touch = event instanceof PointerEvent && event.pointerType === 'touch';
          if (gesture.drawing() || screen.phone.value || touch) event.preventDefault();
        }}
      />
      <ElementOutline shot={shot} />
      {corner !== null && preview.value === null && (
        <Outline area={{ ...corner, width: 0, height: 0 }} kind="preview" />
      )}
      {preview.value !== null && <Outline area={preview.value} kind="preview" />}
      {lens.value !== null && <Magnifier at={lens.value} picture={picture} />}
      {outlined?.screenshotIndex === shot.index && (
        <Outline area={areaOf({ kind: 'box', ...outlined.area })} kind="hint" />
      )}
    </>
  );
}
