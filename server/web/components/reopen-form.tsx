import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Mark } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';

const words = strings.verify;

/** Asks what is still wrong. The words are kept on the device until they are taken. */
export function ReopenForm({ mark }: { mark: Mark }) {
  const desk = useDesk();
  const key = `${desk.view().review.id}:reason:${mark.id}`;
  const reason = useSignal(desk.memory.get(key) ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const send = async () => {
    if (await desk.reopen(mark, reason.value)) desk.memory.remove(key);
  };
  const cancel = () => {
    desk.screen.reopening.value = null;
  };
  return (
    <form
      class="reopen"
      aria-label={words.notFixedLabel(mark.id)}
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
        {words.reason}
        <textarea
          ref={field}
          rows={2}
          maxLength={2000}
          dir="auto"
          placeholder={words.reasonHint}
          value={reason.value}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
            desk.memory.set(key, reason.value);
          }}
        />
      </label>
      <div class="row-actions">
        <button type="submit" class="button button-small button-accent">
          {words.confirmReopen}
        </button>
        <button type="button" class="button button-small button-quiet" onClick={cancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}
