import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Stroke } from '../../contract/strokes.ts';
import { useDrag } from '../marking/drag.ts';
import type { Area, Point } from '../marking/geometry.ts';
import { at } from '../marking/outline.tsx';
import { arrowWay } from '../marking/pixels.ts';
import { atMostEvery } from '../marking/throttle.ts';
import { useReview } from '../review/use-review.ts';
import { toFractionSize } from '../screenshots/transform.ts';
import { drawing as words } from './strings.ts';
import { fromBox, toBox } from './stroke.ts';

/** Milliseconds between two announcements. */
const spoken = 400;

interface Props {
  arrow: Stroke;
  number: number;
  /** Whether its start takes the focus, because a key has set it. */
  isKeyed: boolean;
  mustFix: boolean;
  box: Area;
  shot: { width: number; height: number };
  image: RefObject<HTMLDivElement | null>;
  onChange: (arrow: Stroke) => void;
  onRemove: () => void;
}

/** Moves the start and the end of an arrow by arrow keys or a drag. */
export function ArrowEnds({ arrow, number, isKeyed, ...props }: Props) {
  const ends = [0, arrow.points.length - 1] as const;
  return (
    <>
      {ends.map((index) => (
        <ArrowEnd
          key={index}
          index={index}
          name={index === 0 ? words.start : words.end}
          arrow={arrow}
          number={number}
          isKeyed={isKeyed && index === 0}
          {...props}
        />
      ))}
    </>
  );
}

interface EndProps extends Props {
  index: number;
  name: (number: number, x: number, y: number) => string;
}

function ArrowEnd({ index, name, arrow, number, isKeyed, mustFix, box, shot, image, onChange, onRemove }: EndProps) {
  const controller = useReview();
  const button = useRef<HTMLButtonElement>(null);
  const from = useRef<Point | null>(null);
  const point = fromBox(arrow.points[index] ?? { x: 0, y: 0 }, box);
  const announce = useMemo(() => atMostEvery(spoken, (text: string) => controller.announce(text)), [controller]);
  useLayoutEffect(() => {
    if (isKeyed) button.current?.focus();
  }, [isKeyed]);
  const put = (to: Point) => {
    const moved = toBox(to, box);
    onChange({ ...arrow, points: arrow.points.map((each, place) => (place === index ? moved : each)) });
    const now = fromBox(moved, box);
    announce(name(number, now.x, now.y));
  };
  const drop = () => {
    from.current = null;
  };
  const drag = useDrag({
    enabled: true,
    onDrag: (by) => {
      const frame = image.current?.getBoundingClientRect();
      if (frame === undefined) return;
      from.current ??= point;
      const way = toFractionSize(frame, by);
      put({ x: from.current.x + way.x, y: from.current.y + way.y });
    },
    onDrop: drop,
    onCancel: drop,
  });
  return (
    <button
      ref={button}
      type="button"
      class="stroke-end"
      data-must-fix={mustFix}
      aria-label={name(number, point.x, point.y)}
      style={at(point)}
      {...drag}
      onKeyDown={(event) => {
        const way = arrowWay(event);
        if (way !== null) put({ x: point.x + way.x / shot.width, y: point.y + way.y / shot.height });
        else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
