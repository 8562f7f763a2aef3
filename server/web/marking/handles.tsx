import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { areaToScreen, toFraction } from '../screenshots/transform.ts';
import { type Area, dragHandle, type Handle, handlePoint, handles, type Point } from './geometry.ts';
import { later } from './later-strings.ts';
import { Magnifier } from './magnifier.tsx';
import { at } from './outline.tsx';

interface Props {
  area: Area;
  mustFix: boolean;
  image: RefObject<HTMLDivElement | null>;
  onResize: (area: Area) => void;
  /** Called when the pointer releases a handle that it has moved. */
  onEnd?: () => void;
}

/** CSS pixels of a side in the middle of which a handle would touch those of the corners. */
const shortSide = 36;

/** Returns the handles that do not touch each other. */
function handlesOn(area: Area, drawn: { width: number; height: number } | undefined): readonly Handle[] {
  const { width, height } = drawn ?? { width: 0, height: 0 };
  return handles.filter((handle) => {
    if (handle === 'n' || handle === 's') return area.width * width >= shortSide;
    if (handle === 'e' || handle === 'w') return area.height * height >= shortSide;
    return true;
  });
}

/** Draws the handles to resize a box. “Place and size” does the same by keyboard. */
export function Handles({ area, mustFix, image, onResize, onEnd }: Props) {
  const from = useRef<Area | null>(null);
  const moved = useRef(false);
  /** CSS pixels from the place that a handle moves to where the pointer took it. */
  const grip = useRef<Point>({ x: 0, y: 0 });
  const lens = useSignal<Point | null>(null);
  const drag = (handle: Handle, event: PointerEvent) => {
    const frame = image.current?.getBoundingClientRect();
    if (from.current === null || frame === undefined) return;
    moved.current = true;
    const at = { x: event.clientX - grip.current.x, y: event.clientY - grip.current.y };
    if (event.pointerType === 'touch') lens.value = at;
    onResize(dragHandle(from.current, handle, toFraction(frame, at)));
  };
  const end = () => {
    if (from.current !== null && moved.current) onEnd?.();
    from.current = null;
    moved.current = false;
    lens.value = null;
  };
  return (
    <>
      {handlesOn(area, image.current?.getBoundingClientRect()).map((handle) => (
        <span
          key={handle}
          class="handle"
          data-handle={handle}
          data-must-fix={mustFix}
          title={later.handles.dragHandle(later.handles.handle[handle])}
          style={at(handlePoint(area, handle))}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.stopPropagation();
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            const frame = image.current?.getBoundingClientRect();
            if (frame === undefined) return;
            const held = areaToScreen(frame, { ...handlePoint(area, handle), width: 0, height: 0 });
            grip.current = { x: event.clientX - held.x, y: event.clientY - held.y };
            from.current = area;
            moved.current = false;
          }}
          onPointerMove={(event) => drag(handle, event)}
          onPointerUp={end}
          onPointerCancel={end}
        />
      ))}
      {lens.value !== null && <Magnifier at={lens.value} image={image} />}
    </>
  );
}
