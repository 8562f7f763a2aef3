import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { type Area, dragHandle, type Handle, handlePoint, handles, type Point } from '../mark/geometry.ts';
import { toFraction } from '../mark/transform.ts';
import { strings } from '../strings.ts';
import { Magnifier } from './magnifier.tsx';
import { at } from './outline.tsx';

interface Props {
  area: Area;
  mustFix: boolean;
  picture: RefObject<HTMLDivElement | null>;
  onResize: (area: Area) => void;
  /** Told when the pointer has let go of a handle it has moved. */
  onEnd?: () => void;
}

/** Eight grips to drag a box by. What they do can be typed as well, under “Place and size”. */
export function Handles({ area, mustFix, picture, onResize, onEnd }: Props) {
  const from = useRef<Area | null>(null);
  const moved = useRef(false);
  const lens = useSignal<Point | null>(null);
  const drag = (handle: Handle, event: PointerEvent) => {
    const frame = picture.current?.getBoundingClientRect();
    if (from.current === null || frame === undefined) return;
    moved.current = true;
    const screen = { x: event.clientX, y: event.clientY };
    if (event.pointerType === 'touch') lens.value = screen;
    onResize(dragHandle(from.current, handle, toFraction(frame, screen)));
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
          title={strings.composer.dragHandle(strings.composer.handle[handle])}
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
      {lens.value !== null && <Magnifier at={lens.value} picture={picture} />}
    </>
  );
}
