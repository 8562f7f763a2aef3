import { RowForm } from '../review/row-form.tsx';
import { useKeptText } from '../review/use-kept-text.ts';
import { useReview } from '../review/use-review.ts';
import type { Mark } from '../shared/types.ts';
import { verifying as words } from './strings.ts';

/** Asks what is still wrong. The text is stored until it is sent. */
export function ReopenForm({ mark }: { mark: Mark }) {
  const controller = useReview();
  const { text, input, forget } = useKeptText(`reason:${mark.id}`);
  const send = async () => {
    const reason = text.value;
    if (await controller.reviewer?.reopen(mark, reason)) forget(reason);
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
      text={text.value}
      input={input}
      action={words.confirmReopen}
      send={send}
      cancel={cancel}
    />
  );
}
