import { strings } from '../strings.ts';
import type { Place } from './geometry.ts';
import { later } from './later-strings.ts';
import { type PixelField, toPixels, withPixels } from './pixels.ts';

const words = strings.place;

interface Props {
  place: Place;
  shot: { width: number; height: number };
  onChange: (place: Place) => void;
}

/** Edits the place and size of a mark in pixels: typed, or by arrow keys, with Shift by ten. */
export function PlaceFields({ place, shot, onChange }: Props) {
  const now = toPixels(place, shot);
  const field = (name: PixelField) => {
    const value = now[name];
    if (value === null) return null;
    return (
      <label class="place-field" key={name}>
        <span>{later.place.field[name]}</span>
        <input
          type="number"
          inputMode="numeric"
          step={1}
          min={name === 'width' || name === 'height' ? 1 : 0}
          max={name === 'x' || name === 'width' ? shot.width : shot.height}
          aria-label={later.place.fieldLabel[name]}
          value={value}
          onInput={(event) => {
            const typed = event.currentTarget.valueAsNumber;
            if (Number.isFinite(typed)) onChange(withPixels(place, name, typed, shot));
          }}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (by === 0 || !event.shiftKey) return;
            event.preventDefault();
            onChange(withPixels(place, name, value + by * 10, shot));
          }}
        />
      </label>
    );
  };
  return (
    <fieldset class="place-fields" aria-label={words.title}>
      {(['x', 'y', 'width', 'height'] as const).map(field)}
    </fieldset>
  );
}
