import type { ButtonHTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';
import { distance, type Point } from './geometry.ts';
import { slop } from './gesture.ts';

interface Drag {
  enabled: boolean;
  /** `by` is the distance from where the pointer went down, in CSS pixels. */
  onDrag: (by: Point) => void;
  onDrop: (by: Point) => void;
  onCancel?: () => void;
}

type Handlers = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onClickCapture'
>;

/** Drags a button and keeps its click: only a pointer that moves far enough drags. */
export function useDrag({ enabled, onDrag, onDrop, onCancel }: Drag): Handlers {
  const from = useRef<Point | null>(null);
  const moved = useRef(false);
  /** A tapping finger moves further than a clicking mouse. */
  const slopOf = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? slop.touch : slop.mouse);
  const by = (event: PointerEvent): Point | null => {
    if (from.current === null) return null;
    const at = { x: event.clientX, y: event.clientY };
    if (distance(from.current, at) > slopOf(event)) moved.current = true;
    return moved.current ? { x: at.x - from.current.x, y: at.y - from.current.y } : null;
  };
  return {
    onPointerDown(event) {
      event.stopPropagation();
      moved.current = false;
      if (!enabled || event.button !== 0) return;
      from.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const way = by(event);
      if (way !== null) onDrag(way);
    },
    onPointerUp(event) {
      const way = by(event);
      from.current = null;
      if (way !== null) onDrop(way);
    },
    onPointerCancel() {
      from.current = null;
      onCancel?.();
    },
    onClickCapture(event) {
      if (!moved.current) return;
      moved.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
