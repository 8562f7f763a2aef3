import { useEffect, useRef } from 'preact/hooks';
import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

const lasts = 10_000;

/** What has just happened and how to undo it. It waits while the person is on it; what it undoes stays undoable. */
export function ToastRegion() {
  const { screen } = useStage();
  const toast = screen.toast.value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = () => clearTimeout(timer.current);
  const dismiss = () => {
    screen.toast.value = null;
  };
  const start = () => {
    hold();
    timer.current = setTimeout(dismiss, lasts);
  };
  useEffect(() => {
    if (toast !== null) start();
    return hold;
  }, [toast]);
  return (
    <>
      <p class="visually-hidden" role="status" aria-live="polite">
        {screen.announcement.value}
      </p>
      <div class="toasts" role="status" aria-live="polite">
        {toast !== null && (
          <div class="toast" onPointerEnter={hold} onPointerLeave={start} onFocusCapture={hold} onBlurCapture={start}>
            <span>{toast.text}</span>
            {toast.undo !== null && (
              <button
                type="button"
                class="button button-small"
                onClick={() => {
                  toast.undo?.();
                  dismiss();
                }}
              >
                {strings.marks.undo}
              </button>
            )}
            <button type="button" class="icon-button" aria-label={strings.dismiss} onClick={dismiss}>
              <Icon name="close" />
            </button>
          </div>
        )}
      </div>
    </>
  );
}
