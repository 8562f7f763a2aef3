import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Words } from '../review/inbox.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';
import { useRowInView } from './mark-row.tsx';
import { once } from './once.ts';
import { WordsForm } from './words-form.tsx';

const words = strings.inbox;

interface Props {
  /** Of the kind and its number, unique on the page. */
  name: string;
  body: string;
  /** What of the words says the matter in short: their beginning. */
  lead?: string;
  facts: ComponentChildren;
  selected: boolean;
  /** Said before the words, for those who hear the row. */
  label: string;
  choose: (() => void) | null;
  accept: (words?: Words) => Promise<boolean>;
  /** Puts it away. */
  away: { label: string; act: () => void };
}

/** A hint or a suggestion: its words, where they come from, and what can become of it in one press. */
export function InboxRow({ name, body, lead = '', facts, selected, label, choose, accept, away }: Props) {
  const desk = useDesk();
  const { can, review } = desk.view();
  const editing = useSignal(false);
  const row = useRowInView(selected);
  const cancel = () => {
    editing.value = false;
    row.current?.querySelector<HTMLElement>('.row-main')?.focus({ preventScroll: true });
  };
  return (
    <li class="row hint-row" ref={row} data-selected={selected}>
      <button
        type="button"
        class="row-main"
        aria-pressed={selected}
        disabled={choose === null}
        onClick={() => choose?.()}
      >
        <span class="visually-hidden">{label} </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {lead}
            {lead === '' ? body : <span class="quiet">{body.slice(lead.length)}</span>}
          </span>
          <span class="facts-line">{facts}</span>
        </span>
      </button>
      {editing.value ? (
        <WordsForm memoryKey={`${review.id}:words:${name}`} body={body} save={accept} cancel={cancel} />
      ) : (
        can.mark && (
          <div class="row-actions">
            <button type="button" class="button button-small" data-act="accept" onClick={once(() => void accept())}>
              <Icon name="plus" /> {words.accept}
            </button>
            <button type="button" class="button button-small button-quiet" data-act="away" onClick={once(away.act)}>
              {away.label}
            </button>
            {selected && (
              <>
                <button
                  type="button"
                  class="button button-small"
                  data-act="must"
                  onClick={once(() => void accept({ must_fix: true }))}
                >
                  <Icon name="bang" /> {words.acceptMust}
                </button>
                <button
                  type="button"
                  class="button button-small"
                  data-act="edit"
                  onClick={() => {
                    editing.value = true;
                  }}
                >
                  <Icon name="pen" /> {words.edit}
                </button>
              </>
            )}
          </div>
        )
      )}
    </li>
  );
}

/** What an accepted one has become; while it waits on the device it has no number. */
export const becameOf = (markId: number | null): string =>
  markId === null ? words.becomesMark : words.becameMark(markId);

interface SettledProps {
  body: string;
  fact: string;
  /** Leads to the mark it became. */
  show: (() => void) | null;
  restore: (() => void) | null;
}

/** What was put away or has become a mark, with the way back. */
export function SettledRow({ body, fact, show, restore }: SettledProps) {
  return (
    <li class="row settled-row">
      <p class="body quiet" dir="auto">
        {body}
      </p>
      <div class="row-actions">
        {show === null ? (
          <span class="facts-line">{fact}</span>
        ) : (
          <button type="button" class="button button-small button-quiet" onClick={show}>
            {fact}
          </button>
        )}
        {restore !== null && (
          <button type="button" class="button button-small" data-act="restore" onClick={restore}>
            <Icon name="undo" /> {strings.marks.restore}
          </button>
        )}
      </div>
    </li>
  );
}
