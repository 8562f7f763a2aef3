import { viewports } from '../../server/capture/viewport.ts';
import { pathLabel } from '../../server/contract/path-label.ts';

const longest = 120;
const views = Object.values(viewports).map(({ name }) => name);

/**
 * Labels that no other screenshot of the review has, since they pair screenshots with those of the previous pass. The first to come
 * keeps its own; a later one gets its source in front, and a number when even that is taken.
 */
export function createLabels(): {
  forImage(source: string, label: string): string;
  /** Without a view behind it; undefined when the one that the service gives is free. */
  forPage(source: string, url: string): string | undefined;
} {
  const taken = new Set<string>();
  function take(source: string, label: string, shots: (label: string) => string[]): string {
    for (let number = 0; ; number += 1) {
      const front = number === 0 ? '' : `${source} `;
      const end = number < 2 ? '' : ` (${number})`;
      const tried = front + label.slice(0, longest - front.length - end.length) + end;
      if (shots(tried).some((shot) => taken.has(shot))) continue;
      for (const shot of shots(tried)) taken.add(shot);
      return tried;
    }
  }
  return {
    forImage: (source, label) => take(source, label, (tried) => [tried]),
    forPage(source, url) {
      const path = pathLabel(url);
      const label = take(source, path, (tried) => views.map((view) => `${tried} · ${view}`));
      return label === path ? undefined : label;
    },
  };
}
