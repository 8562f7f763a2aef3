import { useSignal } from '@preact/signals';
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

/** What the person should know and what has come since the page was opened, what matters most: the screenshot never moves for it. */
export function Notes() {
  const desk = useDesk();
  const away = useSignal('');
  const { arrived } = notesOf(desk.view(), desk.news.first, desk.store.trouble.value);
  const waiting = desk.outbox.entries.value.length;
  const say = desk.memory.lasting() ? words.outbox.waiting : words.outbox.waitingHere;
  const shown = arrived.filter(({ kind }) => kind !== 'newer' && kind !== 'making');
  const trouble = shown.find(({ kind }) => kind === 'trouble');
  const texts: { kind: string; text: string; warns: boolean }[] = shown.map(({ kind, text, warns }) => ({
    kind,
    text: kind === 'trouble' && waiting > 0 ? `${text} ${say(waiting)}` : text,
    warns,
  }));
  if (waiting > 0 && trouble === undefined) texts.push({ kind: 'waiting', text: say(waiting), warns: false });
  const note = texts.find(({ text }) => text !== away.value);
  if (note?.kind !== 'trouble' && desk.news.newer.value !== null) return <NewerPass />;
  if (note === undefined) return null;
  return (
    <div class="toast note" data-kind={note.kind} data-warns={note.warns}>
      <span>{note.text}</span>
      <button
        type="button"
        class="icon-button"
        aria-label={strings.dismiss}
        onClick={() => {
          away.value = note.text;
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
