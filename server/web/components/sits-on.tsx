import type { Mark, Screenshot } from '../review/types.ts';
import { sitsOn } from '../review/words.ts';
import { strings } from '../strings.ts';

/** What a mark sits on; how to find it lies folded behind, for whoever reads selectors. */
export function SitsOn({ mark, shot }: { mark: Mark; shot: Screenshot | undefined }) {
  const words = sitsOn(mark, shot);
  if (words === null) return null;
  const [best] = mark.element?.selectors ?? [];
  if (best === undefined) return <p class="sits-on">{words}</p>;
  return (
    <details class="sits-on">
      <summary>{words}</summary>
      <code title={strings.element.matches(best.matches)}>{best.selector}</code>
    </details>
  );
}
