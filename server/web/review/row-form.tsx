import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { trimText } from '../../contract/trim-text.ts';
import { Button } from '../shared/button.tsx';
import { strings } from '../strings.ts';

interface Props {
  label: string;
  /** The label of its text field. */
  asks: string;
  rows: number;
  maxLength: number;
  required?: boolean;
  placeholder?: string;
  text: string;
  input: (text: string) => void;
  action: string;
  send: () => Promise<void>;
  cancel: () => void;
  children?: ComponentChildren;
}

/** A form in a row of a list: one text, which ⌘ Enter sends and Escape cancels. */
export function RowForm({ label, asks, text, input, action, send, cancel, children, ...field }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  // The browser counts invisible characters as words.
  const isMissing = field.required === true && trimText(text) === '';
  useLayoutEffect(() => area.current?.setCustomValidity(isMissing ? strings.verify.noWords : ''), [isMissing]);
  return (
    <form
      class="reopen"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          if (event.currentTarget.reportValidity()) void send();
        } else if (event.key === 'Escape') cancel();
        else return;
        event.preventDefault();
      }}
    >
      <label>
        {asks}
        <textarea {...field} ref={area} dir="auto" value={text} onInput={(event) => input(event.currentTarget.value)} />
      </label>
      {children}
      <div class="row-actions">
        <button type="submit" class="button button-small button-accent">
          {action}
        </button>
        <Button class="button-small button-quiet" onClick={cancel}>
          {strings.verify.cancel}
        </Button>
      </div>
    </form>
  );
}
