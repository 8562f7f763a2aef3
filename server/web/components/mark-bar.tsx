import { useRef } from 'preact/hooks';
import type { Place } from '../mark/geometry.ts';
import { coarsePointer } from '../review/device.ts';
import type { Mark, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { useFloat } from './floating.ts';
import { Icon } from './icons.tsx';
import { at } from './outline.tsx';
import { PlaceFields } from './place-fields.tsx';

const words = strings.tools;

/** What can be done with the chosen mark, beside its pin. */
export function MarkBar({ mark, place, onAdjust }: { mark: Mark; place: Place; onAdjust: () => void }) {
  const desk = useDesk();
  const low = place.y < 0.5;
  return (
    <div
      class="mark-bar"
      role="toolbar"
      aria-label={words.ofMark(mark.id)}
      data-below={low}
      data-left={place.x > 0.6}
      style={at(place)}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        class="tool"
        aria-label={words.edit(mark.id)}
        title={`${words.edit(mark.id)} (W)`}
        onClick={() => desk.editMark(mark)}
      >
        <Icon name="pen" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label={words.move(mark.id)}
        title={words.move(mark.id)}
        onClick={onAdjust}
      >
        <Icon name="move" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label={words.withdraw(mark.id)}
        title={words.withdraw(mark.id)}
        onClick={() => void desk.withdraw(mark)}
      >
        <Icon name="bin" />
      </button>
    </div>
  );
}

interface AdjustProps {
  mark: Mark;
  place: Place;
  shot: Screenshot;
  scale: number | undefined;
  onChange: (place: Place) => void;
  onDone: () => void;
  onCancel: () => void;
}

/** Moves and resizes a saved mark without a drag: by arrows, by numbers, or by a click on the new place. */
export function AdjustPanel({ mark, place, shot, scale, onChange, onDone, onCancel }: AdjustProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFloat(panel, place, scale);
  return (
    <div
      ref={panel}
      class="adjust"
      role="dialog"
      aria-label={words.move(mark.id)}
      data-covers={scale === undefined ? '' : undefined}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onDone();
        else if (event.key === 'Escape') onCancel();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <p class="adjust-how">{coarsePointer() ? words.moveHowTouch : words.moveHow}</p>
      <PlaceFields place={place} shot={shot} onChange={onChange} />
      <div class="adjust-foot">
        <button type="button" class="button button-quiet" onClick={onCancel}>
          {words.cancelMove}
        </button>
        <button type="button" class="button button-accent" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </div>
  );
}
