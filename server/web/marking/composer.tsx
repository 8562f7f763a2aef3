import { useLayoutEffect, useRef } from 'preact/hooks';
import { DrawTools, ReferenceTool } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import { sitsOn } from '../review/words.ts';
import { Button } from '../shared/button.tsx';
import { saveKeys } from '../shared/device.ts';
import { Icon, IconButton } from '../shared/icons.tsx';
import { Problem } from '../shared/problem.tsx';
import { strings } from '../strings.ts';
import { ComposerPlace, useDraftElement } from './composer-place.tsx';
import type { Draft } from './drafts.ts';
import { useFloat } from './floating.ts';
import { ComposerNotes } from './marking-later.ts';

const words = strings.composer;

interface Props {
  draft: Draft;
  /** Given where the composer floats beside its place; otherwise it sits at the foot of a phone. */
  scale: number | undefined;
}

/** Edits the text of one place. The text has the focus from the start, and every keystroke is stored on the device. */
function DraftComposer({ draft, scale }: Props) {
  const controller = useReview();
  const { ui, guest } = controller;
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const { marks, screenshots } = controller.view().review;
  const mark = marks.find(({ id }) => id === draft.markId);
  const shot = screenshots.find(({ index }) => index === draft.screenshotIndex);
  const suggestion = guest?.composer(draft);
  const title = suggestion?.title ?? (draft.markId === null ? words.create : words.edit(draft.markId));
  const label = suggestion?.label ?? words.label;
  const { wider, narrower } = useDraftElement(draft, shot);
  const toggleMustFix = () => controller.changeDraft({ ...draft, must_fix: !draft.must_fix });

  // Again when its height changes.
  useFloat(form, draft.place, scale, `${ui.marking.placing.value} ${draft.reference_image_url !== null}`);

  // Before the next paint, so that no keystroke is lost.
  useLayoutEffect(() => {
    const field = text.current;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  const press = (event: KeyboardEvent): boolean => {
    const walk = event.altKey && { ArrowUp: wider, ArrowDown: narrower }[event.key];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void controller.saveDraft();
    else if (walk) walk();
    else if (event.altKey && event.code === 'KeyM' && guest === null) toggleMustFix();
    else return false;
    return true;
  };

  return (
    <form
      ref={form}
      class="composer"
      aria-label={title}
      data-covers={scale === undefined ? '' : undefined}
      data-must-fix={draft.must_fix}
      onPointerDown={(event) => event.stopPropagation()}
      onSubmit={(event) => {
        event.preventDefault();
        void controller.saveDraft();
      }}
      onKeyDown={(event) => {
        if (press(event)) event.preventDefault();
      }}
    >
      <header class="composer-head">
        <h2>{title}</h2>
        <IconButton class="icon-button" icon="close" name={words.close} onClick={controller.closeComposer} />
      </header>
      <textarea
        ref={text}
        rows={3}
        dir="auto"
        maxLength={suggestion?.most ?? 4000}
        aria-label={label}
        placeholder={label}
        value={draft.body}
        onInput={(event) => controller.changeDraft({ ...draft, body: event.currentTarget.value })}
      />
      <ComposerPlace draft={draft} shot={shot} otherwise={mark === undefined ? null : sitsOn(mark, shot)} />
      <ComposerNotes draft={draft} />
      {guest === null && shot !== undefined && <DrawTools draft={draft} shot={shot} />}
      {guest === null && <ReferenceTool draft={draft} />}
      {guest !== null && suggestion?.isNew && <guest.parts.NameField />}
      <Problem text={ui.composerError.value} />
      <footer class="composer-foot">
        {guest === null && (
          <label class="toggle toggle-must" title={`${words.mustFixHelp} (Alt M)`}>
            <input type="checkbox" aria-keyshortcuts="Alt+M" checked={draft.must_fix} onChange={toggleMustFix} />
            <Icon name="bang" /> {words.mustFix}
          </label>
        )}
        <span class="grow" />
        <Button class="button-quiet" onClick={() => controller.discardDraft(draft.key)}>
          {words.discard}
        </Button>
        <button type="submit" class="button button-accent" aria-keyshortcuts="Control+Enter Meta+Enter">
          {ui.saving.value ? words.saving : (suggestion?.save ?? words.save)}
          <span class="save-keys only-fine" aria-hidden="true">
            {saveKeys()}
          </span>
        </button>
      </footer>
    </form>
  );
}

export function Composer({ scale }: Partial<Props>) {
  const { drafts, ui } = useReview();
  const draft = drafts.find(ui.composing.value);
  if (draft === undefined || draft.screenshotIndex !== ui.shot.value) return null;
  return <DraftComposer key={draft.key} draft={draft} scale={scale} />;
}
