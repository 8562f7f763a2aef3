import { pathLabel } from '../../server/contract/path-label.ts';
import { type StateRequest, stateLabel } from '../../server/contract/state-request.ts';
import { labelsOf } from './page-line.ts';

const longest = 120;

/**
 * Returns functions that make labels unique within the review, because labels pair screenshots with those of the
 * previous pass. The first screenshot keeps its label; a later one gets its source in front, and a number when even
 * that is taken.
 */
export function createLabels(): {
  forImage(source: string, label: string): string;
  /** Returns a label without state and viewport; undefined when the label that the service would give is free. */
  forPage(source: string, url: string, state?: StateRequest): string | undefined;
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
    forPage(source, url, state = {}) {
      const path = pathLabel(url);
      const label = take(source, path, (tried) => labelsOf(stateLabel(tried, state), state));
      return label === path ? undefined : label;
    },
  };
}
