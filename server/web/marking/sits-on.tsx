import { sitsOn } from '../review/words.ts';
import type { Mark, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';

/** Names what a mark is on; its selector is folded. */
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
