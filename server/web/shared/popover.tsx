import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  /** The button's content; `name` is its accessible name where that says too little. */
  label: ComponentChildren;
  name?: string;
  class?: string;
  /** Drawn when it opens. `close` returns the focus to the button. */
  children: (close: () => void) => ComponentChildren;
}

/** The space between a sheet and the window's edge, in pixels. */
const margin = 8;

/** A button that opens a sheet below it; Escape, a click elsewhere or leaving it closes it. */
export function Popover({ label, name, class: kind = '', children }: Props) {
  const open = useSignal(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    open.value = false;
    button.current?.focus();
  };
  useLayoutEffect(() => {
    const element = sheet.current;
    if (!open.value || element === null) return;
    // Its content may load later and make it wider than the space beside the button.
    const observer = new ResizeObserver(() => {
      element.style.marginLeft = '0';
      const over = element.getBoundingClientRect().right - (innerWidth - margin);
      element.style.marginLeft = `${-Math.max(0, over)}px`;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [open.value]);
  useLayoutEffect(() => {
    if (!open.value) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.current?.contains(target)) open.value = false;
    };
    addEventListener('pointerdown', onPointer, true);
    return () => removeEventListener('pointerdown', onPointer, true);
  }, [open.value]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for whatever inside has the focus
    <div
      class={`popover ${kind}`}
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open.value) return;
        event.preventDefault();
        close();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !frame.current?.contains(relatedTarget)) open.value = false;
      }}
    >
      <button
        type="button"
        class="popover-button"
        ref={button}
        aria-expanded={open.value}
        aria-controls={id}
        aria-label={name}
        onClick={() => (open.value = !open.value)}
      >
        {label}
      </button>
      <div class="popover-sheet" ref={sheet} id={id} hidden={!open.value}>
        {open.value && children(close)}
      </div>
    </div>
  );
}
