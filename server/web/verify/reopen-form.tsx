import { useSignal } from '@preact/signals';
import { RowForm } from '../review/row-form.tsx';
import { useReview } from '../review/use-review.ts';
import type { Mark } from '../shared/types.ts';
import { verifying as words } from './strings.ts';

/** Asks what is still wrong. The text is stored until it is sent. */
export function ReopenForm({ mark }: { mark: Mark }) {
  const controller = useReview();
  const key = `${controller.view().review.id}:reason:${mark.id}`;
  const reason = useSignal(controller.memory.get(key) ?? '');
  const send = async () => {
    if (await controller.reopen(mark, reason.value)) controller.memory.remove(key);
  };
  const cancel = () => {
    controller.ui.reopening.value = null;
  };
  return (
    <RowForm
      label={words.notFixedLabel(mark.id)}
      asks={words.reason}
      rows={2}
      maxLength={2000}
      placeholder={words.reasonHelp}
      text={reason.value}
      input={(typed) => {
        reason.value = typed;
        controller.memory.set(key, typed);
      }}
      action={words.confirmReopen}
      send={send}
      cancel={cancel}
    />
  );
}
