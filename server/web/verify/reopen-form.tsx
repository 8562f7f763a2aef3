import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';

const words = strings.verify;

/** Asks what is still wrong. The text is stored until it is sent. */
export function ReopenForm({ mark }: { mark: Mark }) {
  const controller = useReview();
  const key = `${controller.view().review.id}:reason:${mark.id}`;
  const reason = useSignal(controller.memory.get(key) ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const send = async () => {
    if (await controller.reopen(mark, reason.value)) controller.memory.remove(key);
  };
  const cancel = () => {
    controller.ui.reopening.value = null;
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
          placeholder={words.reasonHelp}
          value={reason.value}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
            controller.memory.set(key, reason.value);
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
