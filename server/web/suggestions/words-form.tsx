import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { strings } from '../strings.ts';
import type { Words } from './inbox.ts';

const words = strings.inbox;

interface Props {
  /** Storage key of the edited text. */
  memoryKey: string;
  body: string;
  save: (words: Words) => Promise<boolean>;
  cancel: () => void;
}

/** Edits a finding or a suggestion before it becomes a mark. */
export function WordsForm({ memoryKey, body, save, cancel }: Props) {
  const { memory } = useReview();
  const text = useSignal(memory.get(memoryKey) ?? body);
  const must = useSignal(false);
  const sending = useSignal(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const send = async () => {
    if (sending.value || text.value.trim() === '') return;
    sending.value = true;
    const taken = await save({ body: text.value.trim(), must_fix: must.value });
    sending.value = false;
    if (taken) memory.remove(memoryKey);
  };
  return (
    <form
      class="reopen"
      aria-label={words.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        else if (event.key === 'Escape') cancel();
        else return;
        event.preventDefault();
      }}
    >
      <label>
        {strings.composer.label}
        <textarea
          ref={field}
          rows={3}
          maxLength={4000}
          dir="auto"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            memory.set(memoryKey, text.value);
          }}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={must.value}
          onChange={(event) => {
            must.value = event.currentTarget.checked;
          }}
        />
        {strings.composer.mustFix}
      </label>
      <div class="row-actions">
        <button type="submit" class="button button-small button-accent">
          {words.accept}
        </button>
        <button type="button" class="button button-small button-quiet" onClick={cancel}>
          {strings.verify.cancel}
        </button>
      </div>
    </form>
  );
}
