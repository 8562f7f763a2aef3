import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { RowForm } from '../review/row-form.tsx';
import { useKeptText } from '../review/use-kept-text.ts';
import { useReview } from '../review/use-review.ts';
import { Problem } from '../shared/problem.tsx';
import { randomId } from '../shared/random-id.ts';
import type { Failure } from '../sync/exchange.ts';
import { failureSentence } from '../sync/sentences.ts';
import { replies as words } from './strings.ts';

export interface ReplyFormProps {
  /** What it replies to, in words. */
  about: string;
  /** Where the device stores the text until it is sent. */
  memoryKey: string;
  /** Says who reads it. */
  help: string;
  maxLength: number;
  send(reply: {
    body: string;
    client_reply_id: string;
    author?: string;
  }): Promise<{ ok: true } | { ok: false; failure: Failure }>;
  close(): void;
}

/** Asks for a reply. The text is stored until it is sent. */
export function ReplyForm({ about, memoryKey, help, maxLength, send, close }: ReplyFormProps) {
  const { memory, notify } = useReview();
  const { text, input, forget } = useKeptText(memoryKey);
  // Sent again after a lost answer, it is the same reply.
  const client_reply_id = useMemo(randomId, []);
  const problem = useSignal<string | null>(null);
  const submit = async () => {
    const body = text.value.trim();
    if (body === '') return;
    const author = memory.get('name') ?? '';
    const result = await send({ body, client_reply_id, ...(author === '' ? {} : { author }) });
    if (!result.ok) {
      problem.value = failureSentence(result.failure);
      return;
    }
    forget();
    close();
    notify(words.sent(about));
  };
  return (
    <RowForm
      label={words.replyTo(about)}
      asks={words.field}
      rows={2}
      maxLength={maxLength}
      required
      placeholder={help}
      text={text.value}
      input={input}
      action={words.send}
      send={submit}
      cancel={close}
    >
      <Problem text={problem.value} />
    </RowForm>
  );
}
