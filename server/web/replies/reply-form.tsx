import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { RowForm } from '../review/row-form.tsx';
import { useKeptText } from '../review/use-kept-text.ts';
import { useReview } from '../review/use-review.ts';
import { randomId } from '../shared/random-id.ts';
import type { Mark } from '../shared/types.ts';
import { failureSentence } from '../sync/sentences.ts';
import { replies as words } from './strings.ts';

/** Asks for a reply to a mark. The text is stored until it is sent. */
export function ReplyForm({ mark, close }: { mark: Mark; close: () => void }) {
  const { store, memory, notify } = useReview();
  const { text, input, forget } = useKeptText(`reply:${mark.id}`);
  // Sent again after a lost answer, it is the same reply.
  const client_reply_id = useMemo(randomId, []);
  const problem = useSignal<string | null>(null);
  const send = async () => {
    const body = text.value.trim();
    if (body === '') return;
    const author = memory.get('name') ?? '';
    const reply = { mark_id: mark.id, body, client_reply_id, ...(author === '' ? {} : { author }) };
    const result = await store.write('answer_mark', reply);
    if (!result.ok) {
      problem.value = failureSentence(result.failure);
      return;
    }
    forget();
    close();
    notify(words.sent(mark.id));
  };
  return (
    <RowForm
      label={words.replyTo(mark.id)}
      asks={words.field}
      rows={2}
      maxLength={4000}
      required
      placeholder={words.help}
      text={text.value}
      input={input}
      action={words.send}
      send={send}
      cancel={close}
    >
      {problem.value !== null && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
    </RowForm>
  );
}
