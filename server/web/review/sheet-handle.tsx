import { useRef } from 'preact/hooks';
import { Icon } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import { useReview } from './use-review.ts';

const heights = ['peek', 'half', 'full'] as const;

/** The handle of the phone's sheet: a click steps, a drag sets the height. */
export function SheetHandle({ summary }: { summary: string }) {
  const { ui } = useReview();
  const from = useRef<number | null>(null);
  const dragged = useRef(false);
  const step = (by: number) => {
    const next = heights.indexOf(ui.sheet.value) + by;
    ui.sheet.value = heights[Math.min(Math.max(next, 0), 2)] ?? 'peek';
  };
  const open = ui.sheet.value !== 'peek';
  return (
    <button
      type="button"
      class="sheet-handle only-phone"
      aria-expanded={open}
      aria-label={`${summary}. ${open ? strings.panel.less : strings.panel.more}`}
      onPointerDown={(event) => {
        from.current = event.clientY;
        dragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const way = from.current === null ? 0 : event.clientY - from.current;
        from.current = null;
        dragged.current = Math.abs(way) > 24;
        if (dragged.current) step(way < 0 ? (way < -260 ? 2 : 1) : way > 260 ? -2 : -1);
      }}
      onClick={(event) => {
        // A mouse's drag ends as a click too; a key press has no pointer.
        if (event.detail === 0 || !dragged.current) step(open ? -2 : 1);
        dragged.current = false;
      }}
    >
      <span class="grip" />
      <span>{summary}</span>
      <Icon name="up" />
    </button>
  );
}
