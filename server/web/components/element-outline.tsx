import { elementOf } from '../mark/elements.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { elementName } from './element-hits.ts';
import { at } from './outline.tsx';

const percent = (fraction: number): string => `${fraction * 100}%`;

/** The element that is meant, with what it calls itself. */
export function ElementOutline({ shot }: { shot: Screenshot }) {
  const { pointed, elements } = useStage().screen.marking;
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
