import type { Stroke } from '../../contract/strokes.ts';
import { linesOf } from '../../contract/strokes.ts';
import type { Area } from '../marking/geometry.ts';

interface Props {
  strokes: readonly Stroke[];
  box: Area;
  shot: { width: number; height: number };
  status: string;
  mustFix: boolean | undefined;
}

/** Draws the strokes of a box in the colour of its mark. They are decoration: the mark's words say what is meant. */
export function Strokes({ strokes, box, shot, status, mustFix }: Props) {
  const path = linesOf(strokes, box, shot)
    .map((line) => `M${line.map(({ x, y }) => `${x} ${y}`).join('L')}`)
    .join('');
  return (
    <svg
      class="strokes"
      viewBox={`0 0 ${shot.width} ${shot.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-status={status}
      data-must-fix={mustFix}
    >
      <path class="strokes-edge" d={path} />
      <path d={path} />
    </svg>
  );
}
