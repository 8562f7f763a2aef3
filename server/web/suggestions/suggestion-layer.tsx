import { anchorOf, areaOf, placeOf } from '../marking/geometry.ts';
import { at, Outline } from '../marking/outline.tsx';
import { useReview } from '../review/use-review.ts';
import { strings } from '../strings.ts';

/** Draws pending suggestions, dashed, because they are no marks. */
export function SuggestionLayer({ shotIndex }: { shotIndex: number }) {
  const controller = useReview();
  const { ui } = controller;
  const here = controller
    .view()
    .review.suggestions.filter(
      ({ screenshot_index, status }) => screenshot_index === shotIndex && status === 'pending',
    );
  return (
    <>
      {here.map((suggestion) => {
        const place = placeOf(suggestion);
        if (place === null) return null;
        const selected = ui.suggestion.value === suggestion.id;
        return (
          <div key={suggestion.id} class="suggestion">
            {place.kind === 'box' && <Outline area={areaOf(place)} kind="suggestion" selected={selected} />}
            <button
              type="button"
              class="marker"
              data-status="suggestion"
              data-selected={selected}
              aria-pressed={selected}
              aria-label={strings.guests.marker(suggestion.author ?? strings.guests.anonymous, suggestion.body)}
              style={at(anchorOf(place))}
              onClick={() => {
                controller.reviewer?.chooseSuggestion(suggestion);
                ui.right.value = true;
                if (ui.phone.value && ui.sheet.value === 'peek') ui.sheet.value = 'half';
              }}
            >
              <span class="marker-face" aria-hidden="true">
                ?
              </span>
            </button>
          </div>
        );
      })}
    </>
  );
}
