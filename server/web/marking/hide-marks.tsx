import { effect } from '@preact/signals';
import { useReview } from '../review/use-review.ts';
import type { StageBase } from '../screenshots/stage-base.ts';
import { Button } from '../shared/button.tsx';
import { IconButton } from '../shared/icons.tsx';
import { hiding as words } from './hide-strings.ts';

/**
 * Hides or shows all marks on the screenshot. They show again when the person asks to see a mark, finding or suggestion
 * in the list, or places a mark.
 */
export function toggleMarks({ ui, announce }: Pick<StageBase, 'ui' | 'announce'>): void {
  const { marksHidden } = ui;
  marksHidden.value = !marksHidden.value;
  announce(marksHidden.value ? words.hidden : words.shown);
  if (!marksHidden.value) return;
  const composed = ui.composing.peek();
  const stop = effect(() => {
    // A change is shown without its marks.
    const isShown = ui.reveal.value !== null && ui.change.value === null;
    const isPlaced = ui.composing.value !== null && ui.composing.value !== composed;
    if (marksHidden.value && (isShown || isPlaced)) {
      marksHidden.value = false;
      announce(words.shown);
    }
    if (!marksHidden.value) queueMicrotask(() => stop());
  });
}

export function HideMarks() {
  const controller = useReview();
  const isHidden = controller.ui.marksHidden.value;
  const toggle = () => toggleMarks(controller);
  return (
    <>
      {isHidden && (
        <p class="marks-hidden">
          <span>{words.state}</span>
          <Button class="button-small" onClick={toggle}>
            {words.show}
          </Button>
        </p>
      )}
      <IconButton
        icon="eye"
        name={words.hide}
        keys="H"
        title={`${isHidden ? words.show : words.hide} (H)`}
        aria-pressed={isHidden}
        onClick={toggle}
      />
    </>
  );
}
