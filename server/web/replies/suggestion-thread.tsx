import { useReview } from '../review/use-review.ts';
import type { Suggestion } from '../shared/types.ts';
import { Conversation } from './conversation.tsx';
import { replies as words } from './strings.ts';

/** Shows what the guest and the reviewer wrote below a pending suggestion, and asks the reviewer for a reply. */
export function SuggestionThread({ suggestion }: { suggestion: Suggestion }) {
  const { store, ui, view } = useReview();
  const { can, review } = view();
  const { id: suggestion_id, body, replies } = suggestion;
  return (
    <Conversation
      replies={replies}
      pass={review.pass}
      reader="reviewer"
      form={{
        about: words.suggestion(body),
        memoryKey: `reply:suggestion:${suggestion_id}`,
        help: words.guestReads,
        maxLength: 4000,
        send: (reply) => store.write('answer_suggestion', { suggestion_id, ...reply }),
      }}
      mayReply={can.reply}
      offers={ui.suggestion.value === suggestion_id || replies.at(-1)?.by === 'guest'}
    />
  );
}
