import type { Mark, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { areaOf, type Place } from './geometry.ts';

/** Describes a mark and its place; the place of a box is its middle. */
export function markName(mark: Mark, place: Place, shot: Pick<Screenshot, 'label'>): string {
  const words = strings.marks;
  const { x, y, width, height } = areaOf(place);
  const name = words.marker(mark.id, mark.must_fix, words.status[mark.status], mark.body);
  return `${name}, ${words.where(shot.label, x + width / 2, y + height / 2)}`;
}
