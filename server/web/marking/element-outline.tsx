import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { elementName } from './element-hits.ts';
import { elementOf } from './elements.ts';
import { at } from './outline.tsx';

const percent = (fraction: number): string => `${fraction * 100}%`;

/** Outlines the pointed element and shows its name. */
export function ElementOutline({ shot }: { shot: Screenshot }) {
  const { pointed, elements } = useReview().ui.marking;
  const now = pointed.value;
  if (now?.shot !== shot.index) return null;
  const element = elements.of(shot)?.[elementOf(now.walk) ?? -1];
  if (element === undefined) return null;
  const { area } = element;
  return (
    <div
      class="element-outline"
      data-inside={area.y * shot.height < 40}
      style={{ ...at(area), width: percent(area.width), height: percent(area.height) }}
    >
      <span class="element-name" dir="auto">
        {elementName(element)}
      </span>
    </div>
  );
}
