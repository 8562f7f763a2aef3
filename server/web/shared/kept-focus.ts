import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

function focusStage(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-scroller]')?.focus({ preventScroll: true });
}

/**
 * For a list whose rows are removed by their own buttons: focuses the same button of the next row, or the stage when
 * none is left. Rows are the list's children; `data-act` identifies buttons.
 */
export function useKeptFocus<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const last = useRef<{ row: Element; at: number; act: string | undefined } | null>(null);

  const listening = useRef<AbortController>(undefined);
  const listened = useRef<List | null>(null);

  // The list may come and go within its component.
  useLayoutEffect(() => {
    const element = list.current;
    if (listened.current === element) return;
    listening.current?.abort();
    listened.current = element;
    if (element === null) return;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const rows = [...element.children];
      const at = rows.findIndex((row) => row.contains(target));
      const row = rows[at];
      last.current = row === undefined ? null : { row, at, act: target.dataset.act };
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) last.current = null;
    };
    listening.current = new AbortController();
    const { signal } = listening.current;
    element.addEventListener('focusin', onFocus, { signal });
    element.addEventListener('focusout', onBlur, { signal });
  });

  useLayoutEffect(
    () => () => {
      listening.current?.abort();
      // The rows are removed only after this.
      if (last.current !== null) queueMicrotask(focusStage);
    },
    [],
  );

  useLayoutEffect(() => {
    const lost = last.current;
    if (lost === null || lost.row.isConnected || document.activeElement !== document.body) return;
    const rows = list.current?.children ?? [];
    const row = rows[Math.min(lost.at, rows.length - 1)];
    if (row === undefined) return focusStage();
    const wanted = lost.act === undefined ? null : row.querySelector<HTMLElement>(`[data-act="${lost.act}"]`);
    (wanted ?? row.querySelector<HTMLElement>('.row-main') ?? null)?.focus({ preventScroll: true });
  });

  return list;
}
