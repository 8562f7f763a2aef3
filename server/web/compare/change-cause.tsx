import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { words } from './cause-strings.ts';
import { areasOf } from './changed-areas.ts';
import { sideOf } from './counterpart.ts';

/** Says why the chosen change is there. Nothing is said of screenshots that are no captures. */
export function ChangeCause({ shot }: { shot: Screenshot }) {
  const { ui, view } = useReview();
  const chosen = ui.change.value;
  const area = chosen?.shot === shot.index ? areasOf(shot, sideOf(view(), ui.compare.against.value))[chosen.at] : null;
  if (area == null || shot.elements_url === null) return null;
  const [cause, ...others] = area.causes;
  return (
    <p class="change-cause" role="status">
      {cause === undefined ? (
        words.unknown
      ) : (
        <>
          {words.lead(cause)}: <code dir="auto">{cause.summary}</code>
          {others.length > 0 && (
            <span title={others.map(({ summary }) => summary).join('\n')}> {words.more(others.length)}</span>
          )}
        </>
      )}
    </p>
  );
}
