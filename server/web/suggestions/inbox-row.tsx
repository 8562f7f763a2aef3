import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRowInView } from '../marking/mark-row.tsx';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icons.tsx';
import { useKeptFocus } from '../shared/kept-focus.ts';
import { once } from '../shared/once.ts';
import type { Finding, Suggestion } from '../shared/types.ts';
import { strings } from '../strings.ts';
import type { Words } from './inbox.ts';
import { WordsForm } from './words-form.tsx';

const words = strings.inbox;

interface Props {
  /** Kind and number, unique on the page. Part of a storage key. */
  name: string;
  body: string;
  /** The beginning of the text that gives the gist. */
  lead?: string;
  facts: ComponentChildren;
  selected: boolean;
  /** Read by screen readers before the text. */
  label: string;
  choose: (() => void) | null;
  accept: (words?: Words) => Promise<boolean>;
  away: { label: string; act: () => void };
  children?: ComponentChildren;
}

/** A finding or a suggestion and what can be done with it. */
export function InboxRow({ name, body, lead = '', facts, selected, label, choose, accept, away, children }: Props) {
  const controller = useReview();
  const { can, review } = controller.view();
  const editing = useSignal(false);
  const row = useRowInView(selected);
  const cancel = () => {
    editing.value = false;
    row.current?.querySelector<HTMLElement>('.row-main')?.focus({ preventScroll: true });
  };
  return (
    <li class="row inbox-row" ref={row} data-selected={selected}>
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
            <Button class="button-small" data-act="accept" onClick={once(() => void accept())}>
              <Icon name="plus" /> {words.accept}
            </Button>
            <Button class="button-small button-quiet" data-act="away" onClick={once(away.act)}>
              {away.label}
            </Button>
            {selected && (
              <>
                <Button class="button-small" data-act="must" onClick={once(() => void accept({ must_fix: true }))}>
                  <Icon name="bang" /> {words.acceptMust}
                </Button>
                <Button class="button-small" data-act="edit" onClick={() => (editing.value = true)}>
                  <Icon name="pen" /> {words.edit}
                </Button>
              </>
            )}
          </div>
        )
      )}
      {children}
    </li>
  );
}

interface SettledProps<Item> {
  items: readonly Item[];
  summary: string;
  /** Says that an item was dismissed. */
  dismissed: string;
  restore: (item: Item) => void;
}

/** Lists what was added as a mark or dismissed, folded. */
export function Settled<Item extends Finding | Suggestion>({ items, summary, dismissed, restore }: SettledProps<Item>) {
  const controller = useReview();
  const { review, can } = controller.view();
  const list = useKeptFocus<HTMLUListElement>();
  if (items.length === 0) return null;
  const factOf = ({ status, mark_id: id }: Item) =>
    status !== 'accepted' ? dismissed : id === null ? words.becomesMark : words.becameMark(id);
  return (
    <details class="settled">
      <summary>{summary}</summary>
      <ul class="rows" ref={list}>
        {items.map((item) => {
          const mark = review.marks.find(({ id }) => id === item.mark_id);
          return (
            <li key={item.id} class="row settled-row">
              <p class="body quiet" dir="auto">
                {item.body}
              </p>
              <div class="row-actions">
                {mark === undefined ? (
                  <span class="facts-line">{factOf(item)}</span>
                ) : (
                  <Button class="button-small button-quiet" onClick={() => controller.select(mark)}>
                    {factOf(item)}
                  </Button>
                )}
                {can.mark && (
                  <Button class="button-small" data-act="restore" onClick={() => restore(item)}>
                    <Icon name="undo" /> {strings.marks.restore}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
