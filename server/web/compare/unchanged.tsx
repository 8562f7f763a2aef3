import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { words } from './base-strings.ts';
import { listedShots } from './counterpart.ts';

/** Shows or hides the screenshots that need no look. */
export function Unchanged({ count }: { count: number }) {
  const { ui, memory, view } = useReview();
  const { review } = view();
  const first = listedShots(review, true, -1, ui.signedIn.value);
  const others = review.screenshots.filter((shot) => !first.includes(shot));
  const identical = others.every(({ base_change }) => base_change?.kind === 'identical');
  const only = ui.onlyChanged.value;
  const toggle = () => {
    ui.onlyChanged.value = !only;
    memory.set('only-changed', only ? 'off' : 'on');
  };
  return (
    <li class="unchanged">
      <Button class="button-small button-quiet" onClick={toggle}>
        {only ? words.show(count, identical) : words.onlyChanged}
      </Button>
    </li>
  );
}
