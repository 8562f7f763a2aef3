import type { CapturedView, PixelBox } from '../../../../server/domain/port-types.ts';

/** Returns the boxes of the elements with these test ids, in pixels of the image. @throws when one is not on it */
export function placesOf({ elements: { scale, elements } }: CapturedView, ids: readonly string[]): PixelBox[] {
  return ids.map((id) => {
    const element = elements.find(({ selectors }) => selectors.some(({ selector }) => selector.includes(`"${id}"`)));
    if (element === undefined) throw new Error(`What the example marks as ${id} cannot be seen in its image.`);
    const { x, y, width, height } = element.box;
    return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
  });
}

const areaOf = ({ width, height }: PixelBox): number => width * height;

function common(one: PixelBox, other: PixelBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Returns whether people would see both as one place: they share a third, or one lies mostly in the other. */
export function isSamePlace(found: PixelBox, place: PixelBox): boolean {
  const shared = common(found, place);
  if (shared === 0) return false;
  const overlap = shared / (areaOf(found) + areaOf(place) - shared);
  // A box of half the screen identifies nothing, whatever lies in it.
  const isNear = areaOf(found) <= areaOf(place) * 12;
  return overlap >= 1 / 3 || shared >= areaOf(found) * 0.7 || (isNear && shared >= areaOf(place) * 0.7);
}
