import { areaOf, type Place } from '../mark/geometry.ts';
import { pinName } from '../review/sentences.ts';
import type { Mark, Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';

/** Where a place lies, as it is read out: of a box its middle. */
export function whereabouts(place: Place, shot: Pick<Screenshot, 'label'>): string {
  const { x, y, width, height } = areaOf(place);
  return strings.marks.where(shot.label, x + width / 2, y + height / 2);
}

/** All that a pin says: its mark, and where it is. */
export const fullPinName = (mark: Mark, place: Place, shot: Pick<Screenshot, 'label'>): string =>
  `${pinName(mark)}, ${whereabouts(place, shot)}`;
