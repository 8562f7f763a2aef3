import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { toFraction } from '../screenshots/transform.ts';
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

/** Draws eight handles to resize a box. “Place and size” does the same by keyboard. */
export function Handles({ area, mustFix, image, onResize, onEnd }: Props) {
  const from = useRef<Area | null>(null);
  const moved = useRef(false);
  const lens = useSignal<Point | null>(null);
  const drag = (handle: Handle, event: PointerEvent) => {
    const frame = image.current?.getBoundingClientRect();
    if (from.current === null || frame === undefined) return;
    moved.current = true;
    const at = { x: event.clientX, y: event.clientY };
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
      {handles.map((handle) => (
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
