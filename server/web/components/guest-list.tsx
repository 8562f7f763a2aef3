import { placeOf } from '../mark/geometry.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Section } from './section.tsx';

/** What guests suggested. */
export function GuestList() {
  const desk = useDesk();
  const { suggestions } = desk.view().review;
  const words = strings.guests;
  if (suggestions.length === 0) return null;
  return (
    <Section title={words.title} count={suggestions.length} open={false}>
      <ul class="rows">
        {suggestions.map((suggestion) => (
          <li class="row" key={suggestion.id}>
            <button
              type="button"
              class="row-main"
              onClick={() => {
                const place = placeOf(suggestion);
                desk.goToShot(suggestion.screenshot_index);
                if (place !== null) desk.screen.reveal.value = { place };
              }}
            >
              <span class="row-text">
                <span class="body">{suggestion.body}</span>
                <span class="facts-line">
                  <span>{suggestion.author ?? words.anonymous}</span>
                  <span>{words.status[suggestion.status]}</span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
