import { useSignal } from '@preact/signals';
import { trimText } from '../../contract/trim-text.ts';
import { RowForm } from '../review/row-form.tsx';
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
  const send = async () => {
    if (sending.value) return;
    sending.value = true;
    const taken = await save({ body: trimText(text.value), must_fix: must.value });
    sending.value = false;
    if (taken) memory.remove(memoryKey);
  };
  return (
    <RowForm
      label={words.edit}
      asks={strings.composer.label}
      rows={3}
      maxLength={4000}
      required
      text={text.value}
      input={(typed) => {
        text.value = typed;
        memory.set(memoryKey, typed);
      }}
      action={words.accept}
      send={send}
      cancel={cancel}
    >
      <label class="check">
        <input type="checkbox" checked={must.value} onChange={(event) => (must.value = event.currentTarget.checked)} />
        {strings.composer.mustFix}
      </label>
    </RowForm>
  );
}
