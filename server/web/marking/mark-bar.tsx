import { useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { coarsePointer } from '../shared/device.ts';
import { IconButton } from '../shared/icons.tsx';
import type { Screenshot } from '../shared/types.ts';
import { useFloat } from './floating.ts';
import type { Place } from './geometry.ts';
import { later } from './later-strings.ts';
import type { MarkedItem } from './marked-item.ts';
import { at } from './outline.tsx';
import { PlaceFields } from './place-fields.tsx';

const words = later.bar;

export function MarkBar({ item, place, onAdjust }: { item: MarkedItem; place: Place; onAdjust: () => void }) {
  const { what } = item;
  const low = place.y < 0.5;
  // On a phone of 320 pixels, what does not fit on the right of here fits on its left, but for a few pixels.
  const left = place.x > 0.46;
  return (
    <div
      class="mark-bar"
      role="toolbar"
      aria-label={words.of(what)}
      data-below={low}
      data-left={left}
      style={at(place)}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <IconButton icon="pen" name={words.edit(what)} title={`${words.edit(what)} (W)`} onClick={item.edit} />
      <IconButton icon="move" name={words.move(what)} onClick={onAdjust} />
      <IconButton icon="bin" name={words.withdraw(what)} onClick={item.withdraw} />
    </div>
  );
}

interface AdjustProps {
  what: string;
  place: Place;
  shot: Screenshot;
  scale: number | undefined;
  onChange: (place: Place) => void;
  onDone: () => void;
  onCancel: () => void;
}

/** Moves and resizes an item without a drag: by arrow keys, numbers, or a click on the new place. */
export function AdjustPanel({ what, place, shot, scale, onChange, onDone, onCancel }: AdjustProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFloat(panel, place, scale);
  return (
    <div
      ref={panel}
      class="adjust"
      role="dialog"
      aria-label={words.move(what)}
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
        <Button class="button-quiet" onClick={onCancel}>
          {words.cancelMove}
        </Button>
        <Button class="button-accent" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
