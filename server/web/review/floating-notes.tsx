import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { CloseButton } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import { ownAddress } from './derive.ts';
import { notesOf } from './notes.ts';
import { useReview } from './use-review.ts';

const words = strings.live;

function NewerPass() {
  const controller = useReview();
  const newer = controller.updates.newer.value;
  const waiting = controller.guest?.waiting.value ?? 0;
  if (newer === null) return null;
  return (
    <div class="toast note" data-kind="newer">
      <span>
        {words.newer.ready(newer.pass, controller.drafts.all.value.length > 0)}{' '}
        {waiting > 0 && words.newer.waiting(waiting)}
      </span>
      <a class="button button-small button-accent" href={ownAddress(newer.review_url)} onClick={controller.carryView}>
        {words.newer.go(newer.pass)}
      </a>
      <CloseButton label={words.newer.later} onClick={controller.updates.putAway} />
    </div>
  );
}

/** Shows the most important note. It floats, so that the screenshot never moves. */
export function Notes() {
  const controller = useReview();
  const away = useSignal<readonly string[]>([]);
  const { recent } = notesOf(controller.view(), controller.updates.first, controller.store.trouble.value);
  const waiting = controller.outbox.entries.value.length;
  const waitingText = controller.memory.lasting() ? words.outbox.waiting : words.outbox.waitingHere;
  // The introduction gives the reason while it is shown.
  const introduces = controller.guest?.intro.value === true;
  const shown = recent.filter(
    ({ kind }) => kind !== 'newer' && kind !== 'making' && !(introduces && kind === 'reason'),
  );
  const trouble = shown.find(({ kind }) => kind === 'trouble');
  const texts: { kind: string; text: string; warns: boolean }[] = shown.map(({ kind, text, warns }) => ({
    kind,
    text: kind === 'trouble' && waiting > 0 ? `${text} ${waitingText(waiting)}` : text,
    warns,
  }));
  if (waiting > 0 && trouble === undefined) texts.push({ kind: 'waiting', text: waitingText(waiting), warns: false });
  // What ends and comes back is shown again.
  useLayoutEffect(() => {
    const still = away.value.filter((each) => texts.some(({ text }) => text === each));
    if (still.length < away.value.length) away.value = still;
  });
  const note = texts.find(({ text }) => !away.value.includes(text));
  if (note?.kind !== 'trouble' && controller.updates.newer.value !== null) return <NewerPass />;
  if (note === undefined) return null;
  return (
    <div class="toast note" data-kind={note.kind} data-warns={note.warns}>
      <span>{note.text}</span>
      <CloseButton label={strings.dismiss} onClick={() => (away.value = [...away.value, note.text])} />
    </div>
  );
}
