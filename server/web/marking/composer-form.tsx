import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { saveKeys } from '../shared/device.ts';
import { IconButton } from '../shared/icons.tsx';
import { Problem } from '../shared/problem.tsx';
import { strings } from '../strings.ts';
import type { Draft } from './drafts.ts';
import { useFloat } from './floating.ts';

const words = strings.composer;

interface Props {
  draft: Draft;
  /** Given where the composer floats beside its place; otherwise it sits at the foot of a phone. */
  scale: number | undefined;
  title: string;
  label: string;
  save: string;
  most: number;
  below?: ComponentChildren;
  foot?: ComponentChildren;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Changes with the composer's height, so that it is positioned again. */
  size?: string | number | boolean;
}

/** Edits the text of one place. The text has the focus from the start, and every keystroke is stored on the device. */
export function ComposerForm({ draft, scale, title, label, save, most, below, foot, onKeyDown, size }: Props) {
  const controller = useReview();
  const { ui } = controller;
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);

  useFloat(form, draft.place, scale, size);

  // Before the next paint, so that no keystroke is lost.
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
      data-must-fix={draft.must_fix}
      onPointerDown={(event) => event.stopPropagation()}
      onSubmit={(event) => {
        event.preventDefault();
        void controller.saveDraft();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void controller.saveDraft();
        }
        onKeyDown?.(event);
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
        maxLength={most}
        aria-label={label}
        placeholder={label}
        value={draft.body}
        onInput={(event) => controller.changeDraft({ ...draft, body: event.currentTarget.value })}
      />
      {below}
      <Problem text={ui.composerError.value} />
      <footer class="composer-foot">
        {foot}
        <span class="grow" />
        <button type="button" class="button button-quiet" onClick={() => controller.discardDraft(draft.key)}>
          {words.discard}
        </button>
        <button type="submit" class="button button-accent" aria-keyshortcuts="Control+Enter Meta+Enter">
          {ui.saving.value ? words.saving : save}
          <span class="save-keys only-fine" aria-hidden="true">
            {saveKeys()}
          </span>
        </button>
      </footer>
    </form>
  );
}
