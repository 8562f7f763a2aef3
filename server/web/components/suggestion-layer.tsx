import { anchorOf, areaOf, placeOf } from '../mark/geometry.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { at, Outline } from './outline.tsx';

/** Where guests' suggestions lie that wait for the reviewer: dashed, as they are no marks. */
export function SuggestionLayer({ shotIndex }: { shotIndex: number }) {
  const desk = useDesk();
  const { screen } = desk;
  const here = desk
    .view()
    .review.suggestions.filter(
      ({ screenshot_index, status }) => screenshot_index === shotIndex && status === 'pending',
    );
  return (
    <>
      {here.map((suggestion) => {
        const place = placeOf(suggestion);
        if (place === null) return null;
        const selected = screen.suggestion.value === suggestion.id;
        return (
          <div key={suggestion.id} class="suggestion">
            {place.kind === 'box' && <Outline area={areaOf(place)} kind="suggestion" selected={selected} />}
            <button
              type="button"
              class="pin"
              data-status="suggestion"
              data-selected={selected}
              aria-pressed={selected}
              aria-label={strings.guests.pin(suggestion.author ?? strings.guests.anonymous, suggestion.body)}
              style={at(anchorOf(place))}
              onClick={() => {
                desk.chooseSuggestion(suggestion);
                screen.right.value = true;
                if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
              }}
            >
              <span class="pin-face" aria-hidden="true">
                ?
              </span>
            </button>
          </div>
        );
      })}
    </>
  );
}
