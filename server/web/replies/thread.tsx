import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { awaitsAnswer } from '../../contract/awaits-answer.ts';
import { isNewMark } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import type { Mark } from '../shared/types.ts';
import { When } from '../shared/when.tsx';
import { ReplyForm } from './reply-form.tsx';
import { replies as words } from './strings.ts';

type Reply = Mark['replies'][number];

function One({ reply, pass }: { reply: Reply; pass: number }) {
  const { by, author, body, question, created_at } = reply;
  return (
    <li class="reply" data-question={question}>
      <span class="reply-by">
        <strong dir="auto">{author ?? words.by[by]}</strong> {question && `${words.asks} `}
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

/** Shows what was asked and answered about a mark, and asks for a reply while the mark is selected or asked about. */
export function Thread({ mark }: { mark: Mark }) {
  const controller = useReview();
  const view = controller.view();
  const { can, review } = view;
  const asks = awaitsAnswer(mark, review.pass);
  const selected = controller.ui.selected.value === mark.id;
  const writing = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const wrote = useRef(false);
  // The closed form had the focus.
  useLayoutEffect(() => {
    if (wrote.current && !writing.value && document.activeElement === document.body) button.current?.focus();
    wrote.current = writing.value;
  });
  const mayReply = can.reply && mark.status !== 'withdrawn' && !isNewMark(view, mark);
  if (mark.replies.length === 0 && !(selected && mayReply)) return null;
  return (
    <>
      {mark.replies.length > 0 && (
        <ol class="replies" aria-label={words.label(mark.id)}>
          {mark.replies.map((reply) => (
            <One key={reply.id} reply={reply} pass={review.pass} />
          ))}
        </ol>
      )}
      {mayReply && writing.value && (
        <ReplyForm
          mark={mark}
          close={() => {
            writing.value = false;
          }}
        />
      )}
      {mayReply && !writing.value && (selected || asks) && (
        <div class="row-actions">
          <button
            type="button"
            ref={button}
            class={`button button-small ${asks ? 'button-accent' : 'button-quiet'}`}
            aria-label={asks ? words.answerTo(mark.id) : words.replyTo(mark.id)}
            onClick={() => {
              writing.value = true;
            }}
          >
            {asks ? words.answer : words.reply}
          </button>
        </div>
      )}
    </>
  );
}
