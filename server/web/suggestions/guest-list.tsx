import { Conversation } from '../replies/conversation.tsx';
import { replies as replyWords } from '../replies/strings.ts';
import { useReview } from '../review/use-review.ts';
import { useKeptFocus } from '../shared/kept-focus.ts';
import { Section } from '../shared/section.tsx';
import type { Suggestion } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { InboxRow, Settled } from './inbox-row.tsx';

const words = strings.guests;

/** Shows what the guest and the reviewer wrote below a pending suggestion, and asks the reviewer for a reply. */
function SuggestionThread({ suggestion }: { suggestion: Suggestion }) {
  const { store, ui, view } = useReview();
  const { can, review } = view();
  const { id: suggestion_id, body, replies } = suggestion;
  return (
    <Conversation
      replies={replies}
      pass={review.pass}
      reader="reviewer"
      form={{
        about: replyWords.suggestion(body),
        memoryKey: `reply:suggestion:${suggestion_id}`,
        help: replyWords.guestReads,
        maxLength: 4000,
        send: (reply) => store.write('answer_suggestion', { suggestion_id, ...reply }),
      }}
      mayReply={can.reply}
      offers={ui.suggestion.value === suggestion_id || replies.at(-1)?.by === 'guest'}
    />
  );
}

function Pending({ suggestion }: { suggestion: Suggestion }) {
  const controller = useReview();
  const { screenshots } = controller.view().review;
  const shot = screenshots.find(({ index }) => index === suggestion.screenshot_index);
  return (
    <InboxRow
      name={`suggestion-${suggestion.id}`}
      body={suggestion.body}
      facts={
        <>
          <span>
            <bdi>{suggestion.author ?? words.anonymous}</bdi>
          </span>
          {suggestion.position !== 'exact' && <span>{strings.marks.position[suggestion.position].fact}</span>}
          {screenshots.length > 1 && shot !== undefined && <span>{shot.label}</span>}
        </>
      }
      selected={controller.ui.suggestion.value === suggestion.id}
      label={strings.findings.reveal}
      choose={() => controller.reviewer?.chooseSuggestion(suggestion)}
      accept={async (changed) => (await controller.reviewer?.acceptSuggestion(suggestion, changed)) ?? false}
      away={{ label: words.dismiss, act: () => void controller.reviewer?.dismissSuggestion(suggestion) }}
    >
      <SuggestionThread suggestion={suggestion} />
    </InboxRow>
  );
}

export function GuestList() {
  const controller = useReview();
  const { suggestions } = controller.view().review;
  const list = useKeptFocus<HTMLUListElement>();
  if (suggestions.length === 0) return null;
  const pending = suggestions.filter(({ status }) => status === 'pending');
  const settled = suggestions.filter(({ status }) => status !== 'pending');
  return (
    <Section id="guests" title={words.title} count={pending.length} open={pending.length > 0}>
      <p class="quiet lead">{pending.length > 0 ? words.lead : words.none}</p>
      <ul class="rows" ref={list}>
        {pending.map((suggestion) => (
          <Pending key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
      <Settled
        items={settled}
        summary={words.settled(settled.length)}
        dismissed={words.dismissed}
        restore={(suggestion) => void controller.reviewer?.restoreSuggestion(suggestion)}
      />
    </Section>
  );
}
