import { DraftRow } from '../marking/draft-row.tsx';
import { MarkSection } from '../marking/mark-list.tsx';
import { useRowInView } from '../marking/mark-row.tsx';
import { Conversation } from '../replies/conversation.tsx';
import { replies as replyWords } from '../replies/strings.ts';
import { groupMarks } from '../review/derive.ts';
import { Button } from '../shared/button.tsx';
import { coarsePointer } from '../shared/device.ts';
import { Icon } from '../shared/icons.tsx';
import { Section } from '../shared/section.tsx';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { letterOf, type Own } from './kept.ts';
import { stateOf } from './state.ts';
import { guest as all } from './strings.ts';
import { useGuest } from './use-guest.ts';

const words = all.own;

/** Shows what the reviewer and this guest wrote below a suggestion, and asks the guest for a reply. */
function OwnThread({ own }: { own: Own }) {
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
        help: replyWords.reviewerReads,
        maxLength: 2000,
        send: ({ author: _, ...reply }) => guest.reply(own, reply),
      }}
      mayReply={id !== null && guest.mayChange(own)}
      offers={controller.ui.suggestion.value === secret || replies.at(-1)?.by === 'reviewer'}
    />
  );
}

/** Describes the reviewer's response, or returns null while there is none. */
function fate(own: Own, marks: readonly Mark[]): string | null {
  if (own.refused !== null) return words.refusedLong(own.refused);
  if (own.status === 'accepted') {
    // The page has every mark but deleted ones.
    return words.acceptedLong(
      own.markId,
      marks.some(({ id }) => id === own.markId),
    );
  }
  return own.status === 'dismissed' ? words.dismissedLong : null;
}

function Actions({ own }: { own: Own }) {
  const { guest } = useGuest();
  return (
    <div class="row-actions">
      {guest.mayChange(own) && (
        <>
          <Button class="button-small" onClick={() => guest.edit(own)}>
            <Icon name="pen" /> {strings.marks.edit}
          </Button>
          <Button class="button-small" onClick={() => guest.withdraw(own)}>
            <Icon name="bin" /> {strings.marks.withdraw}
          </Button>
        </>
      )}
      {own.refused !== null && (
        <Button class="button-small" onClick={() => guest.discard(own)}>
          {own.id === null ? strings.composer.discard : words.discardChange}
        </Button>
      )}
    </div>
  );
}

/** Shows one suggestion with the response and what the guest can do. */
function OwnRow({ own }: { own: Own }) {
  const { controller, guest } = useGuest();
  const { screenshots, marks } = controller.view().review;
  const chosen = controller.ui.suggestion.value === own.secret;
  const row = useRowInView(chosen);
  const shot = screenshots.find(({ index }) => index === own.words.screenshotIndex);
  const outcome = fate(own, marks);
  const status = own.refused === null ? own.status : 'refused';
  return (
    <li ref={row} class="row own-row" data-selected={chosen} data-status={status}>
      <button type="button" class="row-main" aria-pressed={chosen} onClick={() => guest.choose(own)}>
        <span class="badge" data-status={own.unsent ? 'draft' : 'open'}>
          <span class="visually-hidden">{words.row} </span>
          {letterOf(own)}
        </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {own.words.body}
          </span>
          <span class="facts-line">
            <span class="fate" data-status={status}>
              {stateOf(own)}
            </span>
            {screenshots.length > 1 && shot !== undefined && <span>{shot.label}</span>}
          </span>
        </span>
      </button>
      {chosen && outcome !== null && <p class="row-note">{outcome}</p>}
      {chosen && <Actions own={own} />}
      <OwnThread own={own} />
    </li>
  );
}

function emptySentence(status: string, may: boolean): string {
  if (status === 'preparing') return words.emptyPreparing;
  if (!may) return words.emptyClosed;
  return coarsePointer() ? words.emptyTouch : words.emptyMouse;
}

/** Lists this device's suggestions and drafts, then the reviewer's marks. */
export function GuestLists() {
  const { controller, guest } = useGuest();
  const { review, can } = controller.view();
  const own = guest.own();
  const drafts = controller.drafts.all.value.filter(({ key }) => key !== controller.ui.composing.value);
  const { outstanding, verified } = groupMarks(review.marks);
  return (
    <>
      <Section title={words.title} {...(own.length > 0 ? { count: own.length } : {})} open>
        {own.length + drafts.length === 0 ? (
          <p class="quiet lead">{emptySentence(review.status, can.suggest === true)}</p>
        ) : (
          <>
            <ul class="rows">
              {own.map((one) => (
                <OwnRow key={one.secret} own={one} />
              ))}
              {drafts.map((draft) => (
                <DraftRow key={draft.key} draft={draft} />
              ))}
            </ul>
            <p class="quiet lead">{words.private}</p>
          </>
        )}
      </Section>
      <MarkSection title={all.reviewerMarks.title} lead={all.reviewerMarks.lead} marks={outstanding} open />
      <MarkSection title={all.reviewerMarks.fixed} marks={verified} open={false} />
    </>
  );
}
