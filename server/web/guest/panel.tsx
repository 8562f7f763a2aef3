import { DraftRow } from '../components/draft-row.tsx';
import { Section } from '../components/section.tsx';
import { SheetHandle } from '../components/sheet-handle.tsx';
import { coarsePointer } from '../review/device.ts';
import { guest } from '../strings/guest.ts';
import { strings } from '../strings.ts';
import { useGuest } from './desk.ts';
import { OwnRow } from './own-row.tsx';
import { PinnedRow } from './pinned-row.tsx';

/** What to do when there is nothing yet, and why nothing can be done where it cannot. */
function emptySentence(status: string, may: boolean): string {
  if (status === 'preparing') return guest.own.emptyPreparing;
  if (!may) return guest.own.emptyClosed;
  return coarsePointer() ? guest.own.emptyTouch : guest.own.emptyMouse;
}

/** What to look at, what this guest said, and what the reviewer noted already. */
export function GuestPanel() {
  const desk = useGuest();
  const { context, status, marks, can } = desk.guest();
  const own = desk.own();
  const drafts = desk.drafts.all.value.filter(({ key }) => key !== desk.screen.composing.value);
  const pinned = marks.filter((mark) => mark.status !== 'withdrawn').sort((a, b) => a.id - b.id);
  const inviting = can.suggest && own.length + drafts.length === 0;
  return (
    <aside class="panel" aria-label={guest.panel.label} data-covers="">
      <SheetHandle summary={inviting ? guest.panel.invite : guest.panel.peek(own.length, pinned.length)} />
      <div class="panel-scroll">
        {context !== null && (
          <Section title={strings.context.title} open>
            <p class="context" dir="auto">
              {context}
            </p>
          </Section>
        )}
        <Section title={guest.own.title} {...(own.length > 0 ? { count: own.length } : {})} open>
          {own.length + drafts.length === 0 ? (
            <p class="quiet lead">{emptySentence(status, can.suggest)}</p>
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
              <p class="quiet lead">{guest.own.private}</p>
            </>
          )}
        </Section>
        {pinned.length > 0 && (
          <Section title={guest.pinned.title} count={pinned.length} open>
            <p class="quiet lead">{guest.pinned.lead}</p>
            <ul class="rows">
              {pinned.map((mark) => (
                <PinnedRow key={mark.id} mark={mark} yours={own.some(({ markId }) => markId === mark.id)} />
              ))}
            </ul>
          </Section>
        )}
      </div>
    </aside>
  );
}
