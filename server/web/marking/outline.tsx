import type { Mark } from '../shared/types.ts';
import type { Area, Point } from './geometry.ts';

const percent = (fraction: number): string => `${fraction * 100}%`;

export const at = (point: Point) => ({ left: percent(point.x), top: percent(point.y) });

interface Props {
  area: Area;
  kind: 'also' | 'preview' | 'finding' | 'suggestion' | 'mark' | 'draft';
  status?: string;
  mustFix?: boolean | undefined;
  selected?: boolean;
  /** How certain a mark's position is */
  position?: Mark['position'] | undefined;
}

/** Draws a box on the screenshot, which stays visible and clickable. */
export function Outline({ area, kind, status, mustFix, selected, position }: Props) {
  return (
    <div
      class="outline"
      data-kind={kind}
      data-status={status}
      data-must-fix={mustFix}
      data-selected={selected}
      data-position={position}
      style={{ ...at(area), width: percent(area.width), height: percent(area.height) }}
    />
  );
}
