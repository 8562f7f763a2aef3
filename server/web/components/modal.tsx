import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { coarsePointer } from '../review/device.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** Milliseconds in which the second tap of a double tap comes. Taps do not count themselves everywhere, as clicks do. */
const doublePress = 300;

/** A native dialog: it holds the focus, closes by Escape, and gives the focus back. */
export function Modal({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opened = useRef(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    opened.current = performance.now();
    // There is something to read first; the way out is not where reading starts.
    heading.current?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key
    <dialog
      ref={dialog}
      class="modal"
      aria-labelledby="modal-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The second half of a double press that opened it is meant for nothing in here.
      onClickCapture={(event) => {
        const soon = coarsePointer() && event.detail > 0 && event.timeStamp - opened.current < doublePress;
        if (!soon && event.detail < 2) return;
        if (event.target instanceof HTMLElement && event.target.closest('textarea, input')) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="modal-inside">
        <header class="modal-head">
          <h2 id="modal-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="icon-button" aria-label={strings.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
