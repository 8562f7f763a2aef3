import { at as placed } from '../marking/outline.tsx';
import { useReview } from '../review/use-review.ts';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { areasOf, isLine, outlined } from './changed-areas.ts';
import { sideOf } from './counterpart.ts';

/** Height of the word above a box, in CSS pixels. */
const wordHeight = 20;

/** Outlines what changed. Hidden from screen readers, because the stepper reads it out. */
export function ChangeLayer({ shot, mode, height }: { shot: Screenshot; mode: Mode; height: number }) {
  const controller = useReview();
  const { ui } = controller;
  const chosen = ui.change.value?.shot === shot.index ? ui.change.value.at : null;
  return (
    <div class="change-layer" aria-hidden="true">
      {areasOf(shot, sideOf(controller.view(), ui.compare.against.value)).map((area, at) =>
        outlined(mode, ui.outlines.value, at, chosen) ? (
          <div
            key={at}
            class="changed-area"
            data-kind={area.kind}
            data-line={isLine(area)}
            data-chosen={at === chosen}
            data-top={area.y * height < wordHeight}
            style={{ ...placed(area), width: `${area.width * 100}%`, height: `${area.height * 100}%` }}
          >
            <span class="changed-word">{strings.changes.kind[area.kind]}</span>
          </div>
        ) : null,
      )}
    </div>
  );
}
