import { useEffect, useRef } from 'preact/hooks';
import { marksOn } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { anchorOf, placeOf } from './geometry.ts';
import { at } from './outline.tsx';

const words = strings.marks;

/** Shows what the mark under the pointer says, beside its marker. Hidden from screen readers, which read its name. */
export function MarkPreview({ shot }: { shot: Screenshot }) {
  const controller = useReview();
  const { ui } = controller;
  const card = useRef<HTMLDivElement>(null);
  const pointed = ui.pointed.value?.on === 'marker' ? ui.pointed.value.id : null;
  const mark = marksOn(controller.view().review, shot.index).find(({ id }) => id === pointed);
  const place = mark === undefined ? null : placeOf(mark);
  // The row of the selected mark is in view, and its tools are here.
  const isShown = ui.composing.value === null && ui.selected.value !== pointed;
  useEffect(() => {
    const drawn = card.current;
    const stage = drawn?.closest('.scroller')?.getBoundingClientRect();
    if (drawn == null || stage === undefined) return;
    const { right, bottom } = drawn.getBoundingClientRect();
    drawn.dataset.left = String(right > stage.right);
    drawn.dataset.above = String(bottom > stage.bottom);
  });
  if (!isShown || mark === undefined || place === null) return null;
  const last = mark.replies.at(-1);
  const facts = [mark.must_fix ? words.mustFix : null, words.status[mark.status], mark.author];
  return (
    <div ref={card} class="mark-preview" aria-hidden="true" style={at(anchorOf(place))}>
      <p class="quiet">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      <p class="mark-preview-body" dir="auto">
        {mark.body}
      </p>
      {last !== undefined && (
        <p class="mark-preview-body quiet" dir="auto">
          ↳ {last.body}
        </p>
      )}
    </div>
  );
}
