import { type ComponentChildren, toChildArray } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { useHeight } from '../shared/height.ts';
import { CloseButton } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import type { Toast } from './undo.ts';
import { useReview } from './use-review.ts';

function ToastBox({ toast, leave }: { toast: Toast; leave: (act: () => void) => () => void }) {
  const { undoing } = useReview().ui;
  return (
    <div class="toast">
      <span>{toast.text}</span>
      {toast.undo !== null && (
        <Button
          class="button-small"
          aria-keyshortcuts="Control+Z"
          title="Ctrl Z"
          onClick={leave(() => undoing.undo(toast.id))}
        >
          {strings.marks.undo}
        </Button>
      )}
      <CloseButton label={strings.dismiss} onClick={leave(() => undoing.dismiss(toast.id))} />
    </div>
  );
}

/** Shows one toast or note at a time: what has just happened, then `children`, most important first. */
export function ToastRegion({ children }: { children: ComponentChildren }) {
  const { ui } = useReview();
  const { undoing } = ui;
  // As much space stays free at the panel's foot.
  const region = useHeight<HTMLDivElement>('--toast');
  const pointed = useRef(false);
  const newest = undoing.newest();
  // Pointer and focus both hold the toasts.
  const release = (focused: boolean) => {
    if (!pointed.current && !focused) undoing.release();
  };
  // The pressed button disappears: move the focus to the screenshot.
  const leave = (act: () => void) => () => {
    act();
    if (region.current?.contains(document.activeElement)) {
      document.querySelector<HTMLElement>('[data-scroller]')?.focus({ preventScroll: true });
    }
  };
  return (
    <>
      <p class="visually-hidden" role="status" aria-live="polite">
        {ui.announcement.value}
      </p>
      <div
        ref={region}
        class="toasts"
        role="status"
        aria-live="polite"
        onPointerEnter={() => {
          pointed.current = true;
          undoing.hold();
        }}
        onPointerLeave={() => {
          pointed.current = false;
          release(region.current?.contains(document.activeElement) === true);
        }}
        onFocusCapture={undoing.hold}
        onBlurCapture={({ relatedTarget }) =>
          release(relatedTarget instanceof Node && region.current?.contains(relatedTarget) === true)
        }
      >
        {newest ? <ToastBox key={newest.id} toast={newest} leave={leave} /> : toChildArray(children)}
      </div>
    </>
  );
}
