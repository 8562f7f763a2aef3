import { useLayoutEffect, useRef } from 'preact/hooks';
import { floatBeside } from '../mark/float.ts';
import { areaOf } from '../mark/geometry.ts';
import { areaToScreen } from '../mark/transform.ts';
import type { Draft } from '../review/drafts.ts';
import { useDesk } from '../review/use-desk.ts';
import { sitsOn } from '../review/words.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

const words = strings.composer;
const toolsHeight = 48;

/** `scale` is given where the composer floats beside its place; without it it lies at the foot of a phone. */
function ComposerForm({ draft, scale }: { draft: Draft; scale: number | undefined }) {
  const desk = useDesk();
  const { screen } = desk;
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const title = draft.markId === null ? words.create : words.edit(draft.markId);

  // Placed anew when the scale or its place changes, not when the picture is scrolled.
  useLayoutEffect(() => {
    const element = form.current;
    const picture = element?.offsetParent;
    const bounds = picture?.closest('[data-scroller]')?.getBoundingClientRect();
    if (!element || !picture || !bounds || scale === undefined) return;
    const frame = picture.getBoundingClientRect();
    const anchor = areaToScreen(frame, areaOf(draft.place));
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    // Above the tools at the foot of the stage.
    const free = { x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height - toolsHeight };
    const spot = floatBeside(anchor, size, free);
    element.style.left = `${Math.round(spot.x - frame.left)}px`;
    element.style.top = `${Math.round(spot.y - frame.top)}px`;
  }, [scale, JSON.stringify(draft.place)]);

  // Before the next paint, so that not one keystroke is lost.
  useLayoutEffect(() => {
    const field = text.current;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  const { marks, screenshots } = desk.view().review;
  const mark = marks.find(({ id }) => id === draft.markId);
  const shot = screenshots.find(({ index }) => index === draft.screenshotIndex);
  const on = mark === undefined ? null : sitsOn(mark, shot);

  const toggleMustFix = () => desk.changeDraft({ ...draft, mustFix: !draft.mustFix });
  return (
    <form
      ref={form}
      class="composer"
      aria-label={title}
      data-covers={scale === undefined ? '' : undefined}
      data-must-fix={draft.mustFix}
      onPointerDown={(event) => event.stopPropagation()}
      onSubmit={(event) => {
        event.preventDefault();
        void desk.saveDraft();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void desk.saveDraft();
        }
        // `code`, because Alt with M types another character on a Mac.
        if (event.altKey && event.code === 'KeyM') {
          event.preventDefault();
          toggleMustFix();
        }
      }}
    >
      <header class="composer-head">
        <h2>{title}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={words.close}
          title={words.close}
          onClick={desk.closeComposer}
        >
          <Icon name="close" />
        </button>
      </header>
      {on !== null && <p class="composer-on">{on}</p>}
      <textarea
        ref={text}
        rows={3}
        maxLength={4000}
        aria-label={words.label}
        placeholder={words.label}
        value={draft.body}
        onInput={(event) => desk.changeDraft({ ...draft, body: event.currentTarget.value })}
      />
      {screen.composerError.value !== null && (
        <p class="error" role="alert">
          {screen.composerError.value}
        </p>
      )}
      <footer class="composer-foot">
        <label class="toggle toggle-must" title={`${words.mustFixHint} (Alt M)`}>
          <input type="checkbox" aria-keyshortcuts="Alt+M" checked={draft.mustFix} onChange={toggleMustFix} />
          <Icon name="bang" /> {words.mustFix}
        </label>
        <span class="grow" />
        <button type="button" class="button button-quiet" onClick={() => desk.discardDraft(draft.key)}>
          {words.discard}
        </button>
        <button type="submit" class="button button-accent" aria-keyshortcuts="Control+Enter" title="Ctrl Enter">
          {screen.saving.value ? words.saving : words.save}
        </button>
      </footer>
    </form>
  );
}

/** Writes one mark. It opens with the focus in the words; every keystroke is kept on the device. */
export function Composer({ scale }: { scale?: number }) {
  const { drafts, screen } = useDesk();
  const draft = drafts.find(screen.composing.value);
  if (draft === undefined || draft.screenshotIndex !== screen.shot.value) return null;
  return <ComposerForm key={draft.key} draft={draft} scale={scale} />;
}
