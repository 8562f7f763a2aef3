import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useStage } from '../review/stage-desk.ts';
import type { Toast } from '../review/undo.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

/** As many are shown at once; the others wait below them, and the keys reach them all. */
const shown = 3;

/** Keeps what floats above the decision bar, however many lines that has. */
function useClearance(): void {
  useLayoutEffect(() => {
    const bar = document.querySelector('.decision-bar');
    if (bar === null) return;
    const measure = () =>
      document.documentElement.style.setProperty('--bar-height', `${Math.ceil(bar.getBoundingClientRect().height)}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    measure();
    return () => observer.disconnect();
  });
}

/** The one calm place for what has just happened, how to undo it, and (`children`) what the person should know. */
export function ToastRegion({ children }: { children?: ComponentChildren }) {
  const { screen } = useStage();
  const { undoing } = screen;
  const region = useRef<HTMLDivElement>(null);
  const pointed = useRef(false);
  useClearance();
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
  const one = (toast: Toast) => (
    <div class="toast" key={toast.id}>
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
  return (
    <>
      <p class="visually-hidden" role="status" aria-live="polite">
        {screen.announcement.value}
      </p>
      <div class="toasts" role="status" aria-live="polite">
        <div
          ref={region}
          class="toast-stack"
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
          {undoing.toasts.value.slice(-shown).map(one)}
        </div>
        {children}
      </div>
    </>
  );
}
