import { placesElsewhere } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { at, Outline } from './outline.tsx';

/** Draws a mark of another screenshot whose element is on this one as well. */
export function AlsoHere({ shot }: { shot: Screenshot }) {
  const controller = useReview();
  const { ui } = controller;
  const { marks, screenshots } = controller.view().review;
  return (
    <>
      {marks.flatMap((mark) =>
        placesElsewhere(mark, shot).map((place) => {
          const selected = ui.selected.value === mark.id;
          const home = screenshots.find(({ index }) => index === mark.screenshot_index)?.label ?? '';
          return (
            <div key={mark.id} class="also-here">
              <Outline area={place} kind="also" status={mark.status} mustFix={mark.must_fix} selected={selected} />
              <button
                type="button"
                class="marker marker-also"
                data-status={mark.status}
                data-must-fix={mark.must_fix}
                data-selected={selected}
                aria-pressed={selected}
                aria-label={strings.marks.also(mark.id, mark.must_fix, home, mark.body)}
                title={strings.marks.alsoShort(home)}
                style={at(place)}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => {
                  ui.selected.value = mark.id;
                  if (ui.phone.value && ui.sheet.value === 'peek') ui.sheet.value = 'half';
                }}
              >
                <span class="marker-face">{mark.id}</span>
              </button>
            </div>
          );
        }),
      )}
    </>
  );
}
