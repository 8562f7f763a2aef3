import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import type { Reply } from '../shared/types.ts';
import { When } from '../shared/when.tsx';
import { ReplyForm, type ReplyFormProps } from './reply-form.tsx';
import { replies as words } from './strings.ts';

interface Props {
  replies: readonly Reply[];
  pass: number;
  /** Whose page it is. */
  reader: 'reviewer' | 'guest';
  form: Omit<ReplyFormProps, 'close'>;
  mayReply: boolean;
  /** Whether replying is offered beside what was written. */
  offers: boolean;
  /** Whether an answer is awaited. */
  asks?: boolean;
}

/** Returns who wrote a reply. A guest may use anybody's name, so it says that it is a guest. */
function nameOf({ by, author }: Reply, reader: Props['reader']): string {
  if (by === 'guest') return reader === 'guest' ? words.you : words.guest(author);
  return author ?? words.by[by];
}

function One({ reply, pass, reader }: { reply: Reply } & Pick<Props, 'pass' | 'reader'>) {
  const { body, question, created_at } = reply;
  return (
    <li class="reply" data-question={question}>
      <span class="reply-by">
        <strong dir="auto">{nameOf(reply, reader)}</strong> {question && `${words.asks} `}
        <span class="quiet">
          <When at={created_at} /> {reply.pass !== pass && words.onPass(reply.pass)}
        </span>
      </span>
      <span class="reply-text" dir="auto">
        {body}
      </span>
    </li>
  );
}

/** Shows what was written below a mark or a suggestion, and asks for a reply. */
export function Conversation({ replies, pass, reader, form, mayReply, offers, asks = false }: Props) {
  const { about, memoryKey } = form;
  // Not of this component: its mark may move to another list.
  const { memory, reviewId, ui } = useReview();
  const { replying } = ui;
  const writing = replying.value === memoryKey;
  const button = useRef<HTMLButtonElement>(null);
  const wrote = useRef(false);
  // The closed form had the focus.
  useLayoutEffect(() => {
    if (wrote.current && !writing && document.activeElement === document.body) button.current?.focus();
    wrote.current = writing;
  });
  // It was settled while a reply was being written.
  const left = writing && !mayReply ? memory.get(`${reviewId}:${memoryKey}`) : null;
  if (replies.length === 0 && !left && !(mayReply && (offers || writing))) return null;
  return (
    <>
      {replies.length > 0 && (
        <ol class="replies" aria-label={words.label(about)}>
          {replies.map((reply) => (
            <One key={reply.id} reply={reply} pass={pass} reader={reader} />
          ))}
        </ol>
      )}
      {left && (
        <p class="row-note">
          {words.left} <bdi>{left}</bdi>
        </p>
      )}
      {mayReply && writing && (
        <ReplyForm
          {...form}
          close={() => {
            if (replying.value === memoryKey) replying.value = null;
          }}
        />
      )}
      {mayReply && !writing && offers && (
        <div class="row-actions">
          <button
            type="button"
            ref={button}
            class={`button button-small ${asks ? 'button-accent' : 'button-quiet'}`}
            aria-label={asks ? words.answerTo(about) : words.replyTo(about)}
            onClick={() => (replying.value = memoryKey)}
          >
            {asks ? words.answer : words.reply}
          </button>
        </div>
      )}
    </>
  );
}
