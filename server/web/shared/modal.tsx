import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { strings } from '../strings.ts';
import { coarsePointer } from './device.ts';
import { CloseButton } from './icons.tsx';

interface Props {
  title: string;
  onClose: () => void;
  /** What ⌘ Enter does, wherever the focus is in the dialog. */
  onSend?: () => void;
  children: ComponentChildren;
}

/** Milliseconds between the taps of a double tap. Not every browser counts taps as it counts clicks. */
const doublePress = 300;

/** A native dialog, which traps the focus, closes by Escape, and restores the focus. */
export function Modal({ title, onClose, onSend, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opened = useRef(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    opened.current = performance.now();
    // The title, so that reading starts there and not at the close button.
    heading.current?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-labelledby="modal-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (onSend === undefined || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onSend();
      }}
      // Ignores the second half of a double click that opened it.
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
          <CloseButton label={strings.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
