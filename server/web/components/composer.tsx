import type { Draft } from '../review/drafts.ts';
import { useDesk } from '../review/use-desk.ts';
import { sitsOn } from '../review/words.ts';
import { strings } from '../strings.ts';
import { ComposerForm } from './composer-form.tsx';
import { ComposerNotes } from './composer-notes.tsx';
import { ComposerPlace, useDraftElement } from './composer-place.tsx';
import { Icon } from './icons.tsx';

const words = strings.composer;

function MarkComposer({ draft, scale }: { draft: Draft; scale: number | undefined }) {
  const desk = useDesk();
  const { screen } = desk;
  const { marks, screenshots } = desk.view().review;
  const mark = marks.find(({ id }) => id === draft.markId);
  const shot = screenshots.find(({ index }) => index === draft.screenshotIndex);
  const on = mark === undefined ? null : sitsOn(mark, shot);
  const { wider, narrower } = useDraftElement(draft, shot);
  const toggleMustFix = () => desk.changeDraft({ ...draft, mustFix: !draft.mustFix });
  return (
    <ComposerForm
      draft={draft}
      scale={scale}
      title={draft.markId === null ? words.create : words.edit(draft.markId)}
      label={words.label}
      save={words.save}
      most={4000}
      above={<ComposerPlace draft={draft} shot={shot} otherwise={on} />}
      below={<ComposerNotes draft={draft} />}
      size={screen.marking.placing.value}
      foot={
        <label class="toggle toggle-must" title={`${words.mustFixHint} (Alt M)`}>
          <input type="checkbox" aria-keyshortcuts="Alt+M" checked={draft.mustFix} onChange={toggleMustFix} />
          <Icon name="bang" /> {words.mustFix}
        </label>
      }
      onKeyDown={(event) => {
        const walk = event.altKey && { ArrowUp: wider, ArrowDown: narrower }[event.key];
        if (walk) {
          event.preventDefault();
          walk();
        }
        // `code`, because Alt with M types another character on a Mac.
        if (!event.altKey || event.code !== 'KeyM') return;
        event.preventDefault();
        toggleMustFix();
      }}
    />
  );
}

/** Writes one mark. It opens with the focus in the words; every keystroke is kept on the device. */
export function Composer({ scale }: { scale?: number }) {
  const { drafts, screen } = useDesk();
  const draft = drafts.find(screen.composing.value);
  if (draft === undefined || draft.screenshotIndex !== screen.shot.value) return null;
  return <MarkComposer key={draft.key} draft={draft} scale={scale} />;
}
