import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Strokes } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import { toFractionSize } from '../screenshots/transform.ts';
import { strings } from '../strings.ts';
import { useDrag } from './drag.ts';
import { anchorOf, areaOf, movePlace, type Place, type Point, roundPlace } from './geometry.ts';
import type { MarkerProps } from './marked-item.ts';
import { MarkerTools } from './marking-later.ts';
import { at, Outline } from './outline.tsx';
import { arrowWay, toPixels } from './pixels.ts';
import { atMostEvery } from './throttle.ts';

/** Milliseconds between two announcements. */
const spoken = 350;

export type Adjusting = ReturnType<typeof useAdjusting>;

/** Moves or resizes an item without a drag; saves it at the end. */
function useAdjusting(
  { item, shot }: MarkerProps,
  button: RefObject<HTMLButtonElement | null>,
  save: (to: Place) => void,
) {
  const controller = useReview();
  const { ui } = controller;
  const { adjusting } = ui.marking;
  const current = adjusting.value?.key === item.key ? adjusting.value.place : null;
  const announcePlace = useMemo(
    () => atMostEvery(spoken, (now: Place) => controller.announce(strings.place.at(toPixels(now, shot)))),
    [controller, shot.sha256],
  );
  const end = () => {
    adjusting.value = null;
    button.current?.focus({ preventScroll: true });
  };
  // Before the next key press: later, it would take the focus from a field that the person has tabbed to.
  useLayoutEffect(() => {
    if (current === null) return;
    if (ui.phone.value) ui.sheet.value = 'peek';
    button.current?.focus();
  }, [current === null]);
  return {
    current,
    adjust(to: Place) {
      adjusting.value = { key: item.key, place: roundPlace(to) };
      announcePlace(to);
    },
    done() {
      const to = current ?? item.place;
      end();
      if (JSON.stringify(to) !== JSON.stringify(item.place)) save(to);
    },
    cancel() {
      end();
      controller.announce(strings.tools.notMoved);
    },
  };
}

/** Moves an item by a drag. `moving` is its place until the move is saved. */
function useMoving(
  { item, image }: MarkerProps,
  enabled: boolean,
  moving: Signal<Place | null>,
  save: (to: Place) => void,
) {
  const moved = (by: Point): Place => {
    const frame = image.current?.getBoundingClientRect();
    return frame === undefined ? item.place : movePlace(item.place, toFractionSize(frame, by));
  };
  return useDrag({
    enabled,
    onDrag: (by) => (moving.value = moved(by)),
    onDrop: (by) => save(moved(by)),
    onCancel: () => (moving.value = null),
  });
}

/** Draws an item on the screenshot. Arrow keys move the selected one. */
export function Marker(props: MarkerProps) {
  const { item, shot } = props;
  const { ui } = useReview();
  const button = useRef<HTMLButtonElement>(null);
  const moving = useSignal<Place | null>(null);
  const save = async (to: Place) => {
    moving.value = to;
    await item.move(to);
    moving.value = null;
  };
  const adjusting = useAdjusting(props, button, save);
  const { current, adjust, done, cancel } = adjusting;
  const drag = useMoving(props, item.isEditable && current === null, moving, save);
  const shown = current ?? moving.value ?? item.place;
  const chosen = item.selected && item.isEditable && ui.composing.value === null;
  const { status, mustFix, strokes = [], position, selected } = item;
  return (
    <>
      {shown.kind === 'box' && (
        <Outline
          area={areaOf(shown)}
          kind="mark"
          status={status}
          mustFix={mustFix}
          selected={selected}
          position={position}
        />
      )}
      {strokes.length > 0 && (
        <Strokes strokes={strokes} box={areaOf(shown)} shot={shot} status={status} mustFix={mustFix} />
      )}
      <button
        ref={button}
        type="button"
        class="marker"
        data-mark={item.markId}
        data-status={status}
        data-must-fix={mustFix}
        data-position={position}
        data-selected={selected}
        data-pointed={item.markId !== undefined && ui.pointed.value?.id === item.markId}
        data-moving={moving.value !== null || current !== null}
        aria-label={item.name(shown)}
        aria-pressed={selected}
        style={at(anchorOf(shown))}
        {...drag}
        onPointerEnter={({ pointerType }) => {
          if (pointerType !== 'mouse' || item.markId === undefined) return;
          ui.pointed.value = { id: item.markId, on: 'marker' };
        }}
        onPointerLeave={() => (ui.pointed.value = null)}
        onClick={() => {
          if (current !== null) return done();
          item.select();
          if (ui.phone.value && ui.sheet.value === 'peek') ui.sheet.value = 'half';
        }}
        onKeyDown={(event) => {
          const way = chosen || current !== null ? arrowWay(event) : null;
          if (way !== null) adjust(movePlace(shown, { x: way.x / shot.width, y: way.y / shot.height }));
          else if (current !== null && event.key === 'Escape') cancel();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span class="marker-face">{item.face}</span>
      </button>
      <MarkerTools {...props} adjusting={adjusting} moving={moving} shown={shown} chosen={chosen} save={save} />
    </>
  );
}
