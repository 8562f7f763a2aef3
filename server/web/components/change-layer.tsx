import { areasOf, isLine, outlined } from '../review/changes.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { at as placed } from './outline.tsx';

/** CSS pixels that the word above a box takes. */
const wordHeight = 20;

/** Quiet boxes around what changed; the stepper reads them out, so they are for the eye alone. */
export function ChangeLayer({ shot, mode, height }: { shot: Screenshot; mode: Mode; height: number }) {
  const { screen } = useDesk();
  const chosen = screen.change.value?.shot === shot.index ? screen.change.value.at : null;
  return (
    <div class="change-layer" aria-hidden="true">
      {areasOf(shot).map((area, at) =>
        outlined(mode, screen.outlines.value, at, chosen) ? (
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
