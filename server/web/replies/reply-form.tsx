import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { trimText } from '../../contract/trim-text.ts';
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
  // Sent again after a lost answer, the same words are the same reply.
  const sent = useRef({ body: '', client_reply_id: '' });
  const problem = useSignal<string | null>(null);
  const submit = async () => {
    const body = trimText(text.value);
    if (sent.current.body !== body) sent.current = { body, client_reply_id: randomId() };
    const author = memory.get('name') ?? '';
    const result = await send({ ...sent.current, ...(author === '' ? {} : { author }) });
    if (!result.ok) {
      problem.value = failureSentence(result.failure);
      return;
    }
    problem.value = null;
    notify(words.sent(about));
    if (forget(body)) close();
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
