import { previousOf } from '../compare/counterpart.ts';
import { type Area, placeOf } from '../marking/geometry.ts';
import { type Movement, modesFor, movementOf, placeBefore, reportedSince } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Crop } from '../screenshots/crop.tsx';
import { contextArea, cropAspect, sameArea } from '../screenshots/crop-area.ts';
import type { Mark, Mode, PageView, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { verifying as words } from './strings.ts';

/** Returns the area around the mark on the previous pass, from which it may have moved. */
function areaBefore(view: PageView, mark: Mark, previous: Screenshot, aspect: number): Area | null {
  const place = placeBefore(view, mark, previous);
  return place === null ? null : contextArea(place, previous, aspect, 320 * (previous.viewport?.scale ?? 1));
}

interface OwnChangeProps {
  change: NonNullable<Mark['change']>;
  movement: Movement | null;
}

/** States whether the marked area changed. No change is suspicious, unless its element was resized. */
function OwnChange({ change, movement }: OwnChangeProps) {
  const moved = movement === null ? '' : words.moved(movement);
  const resized = movement === null ? '' : words.resized(movement);
  if (change.kind === 'changed' || resized !== '') {
    const looks = change.kind === 'changed' ? words.areaChanged(change.share) : '';
    return <p class="own-change quiet">{[looks, moved, resized].filter((each) => each !== '').join(' ')}</p>;
  }
  return (
    <p class="own-change warning">
      <strong>{moved === '' ? words.areaSame : words.looksSame}</strong> {moved} {words.areaSameNote}
    </p>
  );
}

/** Shows the marked part of both passes and the difference; a click shows it large. */
export function BeforeAfter({ mark }: { mark: Mark }) {
  const controller = useReview();
  const view = controller.view();
  const shot = view.review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const place = placeOf(mark);
  if (shot === undefined || place === null) return null;
  const previous = previousOf(view, shot);
  const aspect = cropAspect(place, shot);
  const area = contextArea(place, shot, aspect, 320 * (shot.viewport?.scale ?? 1));
  const large = (wanted: Mode) => () => {
    controller.ui.compare.against.value = 'pass';
    if (modesFor(view, shot, 'pass').includes(wanted)) controller.ui.mode.value = wanted;
    if (controller.ui.phone.value) controller.ui.sheet.value = 'peek';
    controller.select(mark);
  };
  const now = (
    <Crop
      shot={shot}
      area={area}
      aspect={aspect}
      alt={words.afterAlt(mark.id, view.review.pass)}
      caption={words.after}
    />
  );
  // The fix is newer than these screenshots.
  if (reportedSince(view.review, mark)) {
    return (
      <button type="button" class="crops" data-stacked onClick={large('now')}>
        <span class="visually-hidden">{strings.marks.row(mark.id)}: </span>
        <Crop shot={shot} area={area} aspect={aspect} alt={words.markedAlt(mark.id)} caption={words.marked} />
      </button>
    );
  }
  const difference = mark.change?.kind === 'changed' ? (shot.change?.diff_url ?? null) : null;
  return (
    <>
      <button
        type="button"
        class="crops"
        data-stacked={aspect > 2}
        onClick={large(controller.ui.phone.value ? 'swipe' : 'side')}
      >
        <span class="visually-hidden">{`${strings.modes.side}: ${strings.marks.row(mark.id)}. `}</span>
        {previous === null ? (
          <span class="crop quiet">
            {view.previous === null || shot.change?.kind === 'new' ? words.noBefore : strings.modes.notCompared}
          </span>
        ) : (
          <Crop
            shot={previous}
            area={areaBefore(view, mark, previous, aspect) ?? sameArea(area, shot, previous)}
            aspect={aspect}
            alt={words.beforeAlt(mark.id, view.previous?.pass ?? 1)}
            caption={words.before}
          />
        )}
        {now}
      </button>
      <div class="own-difference" data-stacked={aspect > 2}>
        {difference !== null && (
          <button type="button" class="own-crop" onClick={large('diff')}>
            <span class="visually-hidden">{`${strings.modes.diff}: ${strings.marks.row(mark.id)}. `}</span>
            <Crop
              shot={{ ...shot, url: difference, tile_height: null }}
              area={area}
              aspect={aspect}
              alt={words.differenceAlt(mark.id)}
              caption={words.difference}
            />
          </button>
        )}
        {mark.change !== null && (
          <OwnChange change={mark.change} movement={previous && movementOf(view, mark, previous, shot)} />
        )}
      </div>
    </>
  );
}
