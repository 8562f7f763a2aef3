import { useEffect } from 'preact/hooks';
import { Icon } from '../components/icons.tsx';
import { checklist } from '../strings/checklist.ts';
import { frame } from '../strings/frame.ts';
import { useWorkspace } from './use-workspace.ts';

const lasts = 10_000;

/** What has just happened. What went wrong stays until it is dismissed. */
export function Notice() {
  const { notice } = useWorkspace();
  const now = notice.value;
  useEffect(() => {
    if (now === null || now.error) return;
    const timer = setTimeout(() => {
      notice.value = null;
    }, lasts);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {now !== null && (
        <div class="toast" data-error={now.error}>
          <span dir="auto">{now.text}</span>
          {now.undo !== undefined && (
            <button type="button" class="button button-small" onClick={now.undo}>
              {checklist.undo}
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={frame.dismiss}
            onClick={() => {
              notice.value = null;
            }}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
