import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Draft } from '../review/drafts.ts';
import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { useFloat } from './floating.ts';
import { Icon } from './icons.tsx';

const words = strings.composer;

interface Props {
  draft: Draft;
  /** Given where the composer floats beside its place; without it it lies at the foot of a phone. */
  scale: number | undefined;
  title: string;
  label: string;
  save: string;
  /** How many characters the service takes. */
  most: number;
  /** What stands between the title and the words, under the words, and before the buttons. */
  above?: ComponentChildren;
  below?: ComponentChildren;
  foot?: ComponentChildren;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Changes when it becomes taller or lower, so that it is placed anew. */
  size?: string | number | boolean;
}

/** Writes the words of one place: the focus is in them from the start, and every keystroke is kept on the device. */
export function ComposerForm({ draft, scale, title, label, save, most, above, below, foot, onKeyDown, size }: Props) {
  const desk = useStage();
  const { screen } = desk;
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);

  useFloat(form, draft.place, scale, size);

  // Before the next paint, so that not one keystroke is lost.
  useLayoutEffect(() => {
    const field = text.current;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

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
        onKeyDown?.(event);
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
      {above}
      <textarea
        ref={text}
        rows={3}
        dir="auto"
        maxLength={most}
        aria-label={label}
        placeholder={label}
        value={draft.body}
        onInput={(event) => desk.changeDraft({ ...draft, body: event.currentTarget.value })}
      />
      {below}
      {screen.composerError.value !== null && (
        <p class="error" role="alert">
          {screen.composerError.value}
        </p>
      )}
      <footer class="composer-foot">
        {foot}
        <span class="grow" />
        <button type="button" class="button button-quiet" onClick={() => desk.discardDraft(draft.key)}>
          {words.discard}
        </button>
        <button type="submit" class="button button-accent" aria-keyshortcuts="Control+Enter" title="Ctrl Enter">
          {screen.saving.value ? words.saving : save}
        </button>
      </footer>
    </form>
  );
}
