import { needsLook } from '../../contract/needs-look.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { words } from './base-strings.ts';

/** Shows or hides the screenshots that need no look. */
export function Unchanged({ count }: { count: number }) {
  const { ui, memory, view } = useReview();
  const others = view().review.screenshots.filter((shot) => !needsLook(shot, ui.signedIn.value));
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
