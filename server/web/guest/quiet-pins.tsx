import { at, Outline } from '../components/outline.tsx';
import { anchorOf, areaOf, placeOf } from '../mark/geometry.ts';
import { marksOn } from '../review/derive.ts';
import { guest } from '../strings/guest.ts';
import { useGuest } from './desk.ts';

/** What the reviewer pinned already: to be read, not to be touched. */
export function QuietPins({ shotIndex }: { shotIndex: number }) {
  const desk = useGuest();
  const { screen } = desk;
  return (
    <>
      {marksOn(desk.view().review, shotIndex).map((mark) => {
        const place = placeOf(mark);
        if (place === null) return null;
        const selected = screen.selected.value === mark.id;
        return (
          <>
            {place.kind === 'box' && (
              <Outline key={`area-${mark.id}`} area={areaOf(place)} kind="mark" status="quiet" selected={selected} />
            )}
            <button
              key={mark.id}
              type="button"
              class="pin"
              data-status="quiet"
              data-selected={selected}
              aria-label={guest.pinned.pin(mark.id, mark.body)}
              aria-pressed={selected}
              style={at(anchorOf(place))}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => {
                desk.selectMark(mark);
                if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
              }}
            >
              <span class="pin-face">{mark.id}</span>
            </button>
          </>
        );
      })}
    </>
  );
}
