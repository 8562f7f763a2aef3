import { ownAddress } from '../review/derive.ts';
import { notesOf } from '../review/notes.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

const words = strings.live;

/** A newer pass has come: it waits until the person goes there. */
function NewerPass() {
  const desk = useDesk();
  const newer = desk.news.newer.value;
  if (newer === null) return null;
  return (
    <div class="toast note" data-kind="newer">
      <span>{words.newer.ready(newer.pass, desk.drafts.all.value.length > 0)}</span>
      <a class="button button-small button-accent" href={ownAddress(newer.review_url)} onClick={desk.setOut}>
        {words.newer.go(newer.pass)}
      </a>
      <button type="button" class="icon-button" aria-label={words.newer.later} onClick={desk.news.putAway}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** What the person should know and what has come since the page was opened: floating, so that nothing moves. */
export function Notes() {
  const desk = useDesk();
  const { arrived } = notesOf(desk.view(), desk.news.first, desk.store.trouble.value);
  const waiting = desk.outbox.entries.value.length;
  const say = desk.memory.lasting() ? words.outbox.waiting : words.outbox.waitingHere;
  const shown = arrived.filter(({ kind }) => kind !== 'newer' && kind !== 'making');
  const trouble = shown.find(({ kind }) => kind === 'trouble');
  return (
    <>
      {waiting > 0 && trouble === undefined && (
        <p class="toast note" data-kind="waiting">
          {say(waiting)}
        </p>
      )}
      {shown.map(({ kind, text, warns }) => (
        <p class="toast note" key={kind} data-kind={kind} data-warns={warns}>
          {kind === 'trouble' && waiting > 0 ? `${text} ${say(waiting)}` : text}
        </p>
      ))}
      <NewerPass />
    </>
  );
}
