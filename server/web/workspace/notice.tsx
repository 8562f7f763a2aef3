import { useEffect } from 'preact/hooks';
import { frame } from '../review/strings.ts';
import { Button } from '../shared/button.tsx';
import { CloseButton } from '../shared/icons.tsx';
import { checklist } from './checklist-strings.ts';
import { useWorkspace } from './use-workspace.ts';

const lasts = 10_000;

/** An error stays until it is dismissed. */
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
            <Button class="button-small" onClick={now.undo}>
              {checklist.undo}
            </Button>
          )}
          <CloseButton label={frame.dismiss} onClick={() => (notice.value = null)} />
        </div>
      )}
    </div>
  );
}
