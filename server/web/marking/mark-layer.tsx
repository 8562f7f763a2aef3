import { marksOn } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Icon } from '../shared/icons.tsx';
import type { Mark, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { areaOf, type Place, placeOf } from './geometry.ts';
import type { MarkerProps } from './marked-item.ts';
import { Marker } from './marker.tsx';
import { inReadingOrder } from './reading-order.ts';

/** Describes a mark and its place; the place of a box is its middle. */
function markName(mark: Mark, place: Place, shot: Pick<Screenshot, 'label'>): string {
  const words = strings.marks;
  const { x, y, width, height } = areaOf(place);
  const name = words.marker(mark.id, mark.must_fix, words.status[mark.status], mark.body);
  return `${name}, ${words.where(shot.label, x + width / 2, y + height / 2)}`;
}

function MarkMarker({ mark, ...props }: { mark: Mark } & Omit<MarkerProps, 'item'>) {
  const controller = useReview();
  const { ui, guest } = controller;
  const place = placeOf(mark);
  if (place === null) return null;
  const item = {
    key: `mark-${mark.id}`,
    what: strings.marks.what(mark.id),
    place,
    name: guest === null ? (now: Place) => markName(mark, now, props.shot) : () => guest.markName(mark),
    face: mark.status === 'verified' ? <Icon name="check" /> : mark.id,
    // A guest's own suggestions stand out from the reviewer's marks.
    status: guest === null ? mark.status : 'quiet',
    mustFix: mark.must_fix,
    strokes: mark.strokes,
    position: mark.position,
    markId: mark.id,
    selected: ui.selected.value === mark.id,
    isEditable: controller.view().can.mark && mark.status !== 'verified',
    select: () => controller.select(mark),
    edit: () => controller.reviewer?.editMark(mark),
    withdraw: () => void controller.reviewer?.withdraw(mark),
    move: async (to: Place) => controller.reviewer?.moveMark(mark, to),
  };
  return <Marker item={item} {...props} />;
}

/** Draws the marks of one screenshot in reading order. A draft replaces the mark that is being edited. */
export function MarkLayer({ shot, image, scale }: Omit<MarkerProps, 'item'>) {
  const controller = useReview();
  const editing = controller.drafts.all.value.flatMap(({ markId }) => markId ?? []);
  const marks = marksOn(controller.view().review, shot.index).filter(({ id }) => !editing.includes(id));
  return (
    <>
      {inReadingOrder(marks, shot).map((mark) => (
        <MarkMarker key={mark.id} mark={mark} shot={shot} image={image} scale={scale} />
      ))}
    </>
  );
}
