import { useEffect } from 'preact/hooks';
import type { Stroke } from '../../contract/strokes.ts';
import { MAX_STROKES } from '../../contract/strokes.ts';
import type { Draft } from '../marking/drafts.ts';
import { useReview } from '../review/use-review.ts';
import { Icon } from '../shared/icons.tsx';
import type { Screenshot } from '../shared/types.ts';
import { drawing as words } from './strings.ts';
import { keyedArrow } from './stroke.ts';

const paths: Record<Stroke['kind'], string> = {
  arrow: 'M3 13L13 3M7 3h6v6',
  line: 'M2.5 11.5c2-8 4-8 4.5-3s2.5 4 6.5-4',
};

/** Chooses what a drag on the screenshot draws on the box of a draft, and removes strokes. */
export function DrawTools({ draft, shot }: { draft: Draft; shot: Screenshot }) {
  const controller = useReview();
  const { drawing } = controller.ui.marking;
  const { place, strokes } = draft;
  useEffect(
    () => () => {
      drawing.value = null;
    },
    [drawing, draft.key],
  );
  if (place.kind !== 'box') return null;
  const change = (to: Stroke[]) => controller.changeDraft({ ...draft, strokes: to });
  const choose = (kind: Stroke['kind'], byKey: boolean) => {
    const isOn = drawing.value?.kind === kind;
    if (byKey && kind === 'arrow' && strokes.length < MAX_STROKES) {
      change([...strokes, keyedArrow(place, shot)]);
      drawing.value = { kind, keyed: strokes.length };
      controller.announce(words.keyed);
    } else {
      drawing.value = isOn ? null : { kind, keyed: null };
      controller.announce(isOn ? words.off : words.on[kind]);
    }
  };
  const remove = (left: Stroke[], said: string) => {
    if (strokes.length === 0) return;
    change(left);
    controller.announce(said);
  };
  return (
    <fieldset class="draw-tools" aria-label={words.label}>
      {(['arrow', 'line'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="tool"
          aria-label={words[kind]}
          title={words.on[kind]}
          aria-pressed={drawing.value?.kind === kind}
          // A key presses it without a pointer: then the arrow is set by keys too.
          onClick={(event) => choose(kind, event.detail === 0)}
        >
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d={paths[kind]} />
          </svg>
        </button>
      ))}
      {strokes.length > 0 && (
        <>
          <span class="tool-gap" />
          <button
            type="button"
            class="tool"
            aria-label={words.undo}
            title={words.undo}
            onClick={() => remove(strokes.slice(0, -1), words.undone)}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            class="tool"
            aria-label={words.clear}
            title={words.clear}
            onClick={() => remove([], words.cleared)}
          >
            <Icon name="bin" />
          </button>
        </>
      )}
    </fieldset>
  );
}
