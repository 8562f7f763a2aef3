import { Conversation } from '../replies/conversation.tsx';
import { replies as words } from '../replies/strings.ts';
import { letterOf, type Own } from './kept.ts';
import { guest as all } from './strings.ts';
import { useGuest } from './use-guest.ts';

/** Shows what the reviewer and this guest wrote below a suggestion, and asks the guest for a reply. */
export function OwnThread({ own }: { own: Own }) {
  const { controller, guest } = useGuest();
  const { id, secret, replies = [] } = own;
  return (
    <Conversation
      replies={replies}
      pass={controller.view().review.pass}
      reader="guest"
      form={{
        about: all.own.what(letterOf(own)),
        memoryKey: `reply:${secret}`,
        help: words.reviewerReads,
        maxLength: 2000,
        send: ({ author: _, ...reply }) => guest.reply(own, reply),
      }}
      mayReply={id !== null && guest.mayChange(own)}
      offers={controller.ui.suggestion.value === secret || replies.at(-1)?.by === 'reviewer'}
    />
  );
}
