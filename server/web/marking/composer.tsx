import { DrawTools, ReferenceTool } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import { sitsOn } from '../review/words.ts';
import { Icon } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import { ComposerForm } from './composer-form.tsx';
import { ComposerPlace, useDraftElement } from './composer-place.tsx';
import type { Draft } from './drafts.ts';
import { ComposerNotes } from './marking-later.ts';

const words = strings.composer;

function MarkComposer({ draft, scale }: { draft: Draft; scale: number | undefined }) {
  const controller = useReview();
  const { ui } = controller;
  const { marks, screenshots } = controller.view().review;
  const mark = marks.find(({ id }) => id === draft.markId);
  const shot = screenshots.find(({ index }) => index === draft.screenshotIndex);
  const on = mark === undefined ? null : sitsOn(mark, shot);
  const { guest } = controller;
  const suggestion = guest?.composer(draft);
  const { wider, narrower } = useDraftElement(draft, shot);
  const toggleMustFix = () => controller.changeDraft({ ...draft, must_fix: !draft.must_fix });
  return (
    <ComposerForm
      draft={draft}
      scale={scale}
      title={suggestion?.title ?? (draft.markId === null ? words.create : words.edit(draft.markId))}
      label={suggestion?.label ?? words.label}
      save={suggestion?.save ?? words.save}
      most={suggestion?.most ?? 4000}
      below={
        <>
          <ComposerPlace draft={draft} shot={shot} otherwise={on} />
          <ComposerNotes draft={draft} />
          {guest === null && shot !== undefined && <DrawTools draft={draft} shot={shot} />}
          {guest === null && <ReferenceTool draft={draft} />}
          {guest !== null && suggestion?.isNew && <guest.parts.NameField />}
        </>
      }
      size={`${ui.marking.placing.value} ${draft.reference_image_url !== null}`}
      foot={
        guest === null && (
          <label class="toggle toggle-must" title={`${words.mustFixHelp} (Alt M)`}>
            <input type="checkbox" aria-keyshortcuts="Alt+M" checked={draft.must_fix} onChange={toggleMustFix} />
            <Icon name="bang" /> {words.mustFix}
          </label>
        )
      }
      onKeyDown={(event) => {
        const walk = event.altKey && { ArrowUp: wider, ArrowDown: narrower }[event.key];
        if (walk) {
          event.preventDefault();
          walk();
        }
        if (!event.altKey || event.code !== 'KeyM' || guest !== null) return;
        event.preventDefault();
        toggleMustFix();
      }}
    />
  );
}

export function Composer({ scale }: { scale?: number }) {
  const { drafts, ui } = useReview();
  const draft = drafts.find(ui.composing.value);
  if (draft === undefined || draft.screenshotIndex !== ui.shot.value) return null;
  return <MarkComposer key={draft.key} draft={draft} scale={scale} />;
}
