import { placesElsewhere } from '../review/derive.ts';
import type { Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { at, Outline } from './outline.tsx';

/** A mark of another shot whose element is on this one as well: shown here too, and the same mark. */
export function AlsoHere({ shot }: { shot: Screenshot }) {
  const desk = useDesk();
  const { screen } = desk;
  const { marks, screenshots } = desk.view().review;
  return (
    <>
      {marks.flatMap((mark) =>
        placesElsewhere(mark, shot).map((place) => {
          const selected = screen.selected.value === mark.id;
          const home = screenshots.find(({ index }) => index === mark.screenshot_index)?.label ?? '';
          return (
            <div key={mark.id} class="also-here">
              <Outline area={place} kind="also" status={mark.status} mustFix={mark.must_fix} selected={selected} />
              <button
                type="button"
                class="pin pin-also"
                data-status={mark.status}
                data-must-fix={mark.must_fix}
                data-selected={selected}
                aria-pressed={selected}
                aria-label={strings.marks.also(mark.id, mark.must_fix, home, mark.body)}
                title={strings.marks.alsoShort(home)}
                style={at(place)}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => {
                  screen.selected.value = mark.id;
                  if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
                }}
              >
                <span class="pin-face">{mark.id}</span>
              </button>
            </div>
          );
        }),
      )}
    </>
  );
}
