import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import { dragged, stepped } from './sheet-height.ts';
import { useReview } from './use-review.ts';

interface Props {
  summary: string;
  /** Whether nothing waits for the person yet. Then the brief is shown until the sheet was opened. */
  isStart: boolean;
}

/** The handle of the phone's sheet: a click steps, a drag sets the height. */
export function SheetHandle({ summary: all, isStart }: Props) {
  const { ui, view } = useReview();
  const wasOpened = useSignal(false);
  const { context } = view().review;
  const summary = context === null || wasOpened.value || !isStart ? all : `${strings.context.title}: ${context}`;
  const from = useRef<number | null>(null);
  const isDragged = useRef(false);
  const open = ui.sheet.value !== 'peek';
  useEffect(() => {
    if (open) wasOpened.value = true;
  }, [open]);
  return (
    <button
      type="button"
      class="sheet-handle only-phone"
      aria-expanded={open}
      aria-label={`${summary}. ${open ? strings.panel.less : strings.panel.more}`}
      onPointerDown={(event) => {
        from.current = event.clientY;
        isDragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const next = from.current === null ? null : dragged(ui.sheet.value, event.clientY - from.current);
        from.current = null;
        isDragged.current = next !== null;
        if (next !== null) ui.sheet.value = next;
      }}
      onClick={(event) => {
        // A mouse's drag ends as a click too; a key press has no pointer.
        if (event.detail === 0 || !isDragged.current) ui.sheet.value = stepped(ui.sheet.value, open ? -2 : 1);
        isDragged.current = false;
      }}
    >
      <span class="grip" />
      <span class="sheet-summary" dir="auto">
        {summary}
      </span>
      <Icon name="up" />
    </button>
  );
}
