import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Stroke } from '../../contract/strokes.ts';
import type { Area, Point } from '../marking/geometry.ts';
import { useReview } from '../review/use-review.ts';
import { toFraction } from '../screenshots/transform.ts';
import { strokeOf } from './stroke.ts';

interface Props {
  kind: Stroke['kind'];
  box: Area;
  image: RefObject<HTMLDivElement | null>;
  /** The stroke so far; null when it ends or is given up. */
  onPreview: (stroke: Stroke | null) => void;
  onDrawn: (stroke: Stroke) => void;
}

/** Turns one pointer's path on the screenshot into a stroke. A second finger zooms and gives it up. */
export function DrawSurface({ kind, box, image, onPreview, onDrawn }: Props) {
  const { panning } = useReview().ui.marking;
  const path = useRef<Point[] | null>(null);
  const add = (event: PointerEvent): Stroke | null => {
    const frame = image.current?.getBoundingClientRect();
    if (path.current === null || frame === undefined) return null;
    // A fast pen moves several times between two frames.
    const moves = event.type === 'pointermove' ? event.getCoalescedEvents() : [];
    for (const { clientX, clientY } of moves.length > 0 ? moves : [event]) {
      path.current.push(toFraction(frame, { x: clientX, y: clientY }));
    }
    return strokeOf(kind, path.current, box, frame);
  };
  const end = () => {
    path.current = null;
    onPreview(null);
  };
  return (
    <div
      class="draw-surface"
      onPointerDown={(event) => {
        if (!event.isPrimary) return end();
        if (event.button !== 0 || panning.value) return;
        event.stopPropagation();
        // The words keep the focus.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        path.current = [];
        add(event);
      }}
      onPointerMove={(event) => {
        if (path.current !== null && event.isPrimary) onPreview(add(event));
      }}
      onPointerUp={(event) => {
        const stroke = event.isPrimary ? add(event) : null;
        end();
        if (stroke !== null) onDrawn(stroke);
      }}
      onPointerCancel={end}
    />
  );
}
