import { useReview } from '../review/use-review.ts';
import { strings } from '../strings.ts';

/** Shows or hides the screenshots that need no look. */
export function Unchanged({ count }: { count: number }) {
  const { ui, memory } = useReview();
  const only = ui.onlyChanged.value;
  const toggle = () => {
    ui.onlyChanged.value = !only;
    memory.set('only-changed', only ? 'off' : 'on');
  };
  return (
    <li class="unchanged">
      <button type="button" class="button button-small button-quiet" onClick={toggle}>
        {only ? strings.shots.showUnchanged(count) : strings.shots.onlyChanged}
      </button>
    </li>
  );
}
