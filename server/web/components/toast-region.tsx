import { type ComponentChildren, toChildArray } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useStage } from '../review/stage-desk.ts';
import type { Toast } from '../review/undo.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

/** What the panel leaves free at its foot, so that nothing of it lies under what is said there. */
function useClearance(): { current: HTMLDivElement | null } {
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--toast', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return region;
}

function ToastBox({ toast, leave }: { toast: Toast; leave: (act: () => void) => () => void }) {
  const { undoing } = useStage().screen;
  return (
    <div class="toast">
      <span>{toast.text}</span>
      {toast.undo !== null && (
        <button
          type="button"
          class="button button-small"
          aria-keyshortcuts="Control+Z"
          title="Ctrl Z"
          onClick={leave(() => undoing.undo(toast.id))}
        >
          {strings.marks.undo}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={strings.dismiss}
        onClick={leave(() => undoing.dismiss(toast.id))}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/**
 * The one calm place for what has just happened, how to undo it, and (`children`, what matters most first) what the
 * person should know. One at a time: what the person is in the middle of (`first`) stands before what has just happened,
 * and that before the rest.
 */
export function ToastRegion({ first, children }: { first?: ComponentChildren; children?: ComponentChildren }) {
  const { screen } = useStage();
  const { undoing } = screen;
  const region = useClearance();
  const pointed = useRef(false);
  const newest = undoing.newest();
  // On them by pointer and by focus: leaving one way is not leaving.
  const release = (focused: boolean) => {
    if (!pointed.current && !focused) undoing.release();
  };
  // What held the focus goes away by its own press: the focus goes to the picture, not to nowhere.
  const leave = (act: () => void) => () => {
    act();
    if (region.current?.contains(document.activeElement)) {
      document.querySelector<HTMLElement>('[data-scroller]')?.focus({ preventScroll: true });
    }
  };
  return (
    <>
      <p class="visually-hidden" role="status" aria-live="polite">
        {screen.announcement.value}
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
        {first ?? (newest ? <ToastBox key={newest.id} toast={newest} leave={leave} /> : toChildArray(children))}
      </div>
    </>
  );
}
