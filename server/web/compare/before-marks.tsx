import { anchorOf, areaOf, type Place } from '../marking/geometry.ts';
import { at, Outline } from '../marking/outline.tsx';
import { placeBefore } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { type AlignedLayout, laidRow } from './aligned-layout.ts';
import { words } from './aligned-strings.ts';
import { useSideName } from './use-side.ts';

/** Returns where a place of the earlier screenshot is drawn, in fractions of `drawn`, the height of what it lies on. */
function laidPlace(place: Place, shot: Screenshot, layout: AlignedLayout | null, drawn: number): Place {
  const { x, y, width, height } = areaOf(place);
  const middle = { x: (x + width / 2) * shot.width, y: (y + height / 2) * shot.height };
  const moved = layout === null ? 0 : laidRow(layout, middle) - middle.y;
  const down = (y * shot.height + moved) / drawn;
  return place.kind === 'point' ? { ...place, y: down } : { ...place, y: down, height: (height * shot.height) / drawn };
}

interface Props {
  /** The screenshot of the previous pass. */
  previous: Screenshot;
  layout: AlignedLayout | null;
  /** Pixels of what the marks are laid over. */
  height: number;
}

/** Draws the marks on the previous pass, where they were then. */
export function BeforeMarks({ previous, layout, height }: Props) {
  const controller = useReview();
  const view = controller.view();
  const side = useSideName();
  return (
    <>
      {view.review.marks.map((mark) => {
        const place = mark.status === 'withdrawn' ? null : placeBefore(view, mark, previous);
        if (place === null) return null;
        const laid = laidPlace(place, previous, layout, height);
        const selected = controller.ui.selected.value === mark.id;
        return (
          <div key={mark.id}>
            {laid.kind === 'box' && (
              <Outline area={areaOf(laid)} kind="mark" mustFix={mark.must_fix} selected={selected} />
            )}
            <button
              type="button"
              class="marker"
              data-must-fix={mark.must_fix}
              data-selected={selected}
              aria-label={words.before(mark.id, side)}
              aria-pressed={selected}
              style={at(anchorOf(laid))}
              onClick={() => controller.select(mark)}
            >
              <span class="marker-face">{mark.id}</span>
            </button>
          </div>
        );
      })}
    </>
  );
}
