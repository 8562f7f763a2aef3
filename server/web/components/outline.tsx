import type { Area, Point } from '../mark/geometry.ts';
import type { Mark } from '../review/types.ts';

const percent = (fraction: number): string => `${fraction * 100}%`;

export const at = (point: Point) => ({ left: percent(point.x), top: percent(point.y) });

interface Props {
  area: Area;
  kind: 'also' | 'preview' | 'hint' | 'suggestion' | 'mark' | 'draft';
  status?: string;
  mustFix?: boolean;
  selected?: boolean;
  /** Of a mark: whether it is known to be on what was marked */
  position?: Mark['position'];
}

/** A box on the picture; the picture shows through and stays clickable. */
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
