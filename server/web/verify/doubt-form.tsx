import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icons.tsx';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { verifying as words } from './strings.ts';

/** Asks once more before a mark counts as fixed although nothing changed. V or Enter confirms, Escape cancels. */
export function DoubtForm({ mark }: { mark: Mark }) {
  const controller = useReview();
  const { review, previous } = controller.view();
  const confirm = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => confirm.current?.focus({ preventScroll: true }), []);
  const cancel = () => {
    controller.ui.doubting.value = null;
  };
  return (
    <form
      class="reopen"
      aria-label={words.doubtLabel(mark.id)}
      onSubmit={(event) => {
        event.preventDefault();
        void controller.reviewer?.verify(mark);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        cancel();
      }}
    >
      <p role="alert">{words.doubt(previous?.pass ?? review.pass - 1)}</p>
      <div class="row-actions">
        <button type="submit" ref={confirm} class="button button-small button-verified" aria-keyshortcuts="V">
          <Icon name="check" /> {words.confirmFixed}
        </button>
        <Button class="button-small button-quiet" onClick={cancel}>
          {strings.verify.cancel}
        </Button>
      </div>
    </form>
  );
}
