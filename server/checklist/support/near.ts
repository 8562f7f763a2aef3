import type { PixelBox, ShotFacts } from '../../contract/shot-facts.ts';
import { quote } from './words.ts';

/** The largest distance in CSS pixels that counts as near. */
const FAR = 240;

/** Returns the distance of two boxes in pixels; 0 where they touch or overlap. */
function distance(one: PixelBox, other: PixelBox): number {
  const across = Math.max(0, other.x - (one.x + one.width), one.x - (other.x + other.width));
  const down = Math.max(0, other.y - (one.y + one.height), one.y - (other.y + other.height));
  return Math.hypot(across, down);
}

/**
 * Describes the place of an element without a name: “ near “Basket””, with a leading space; empty where no words are
 * near.
 */
export function nearWords(box: PixelBox, facts: ShotFacts): string {
  let best: { text: string; far: number } | null = null;
  for (const { text, box: place, covered } of facts.texts) {
    const far = distance(box, place);
    if (
      covered ||
      !/\p{L}{2}/u.test(text) ||
      far > FAR * facts.scale ||
      far >= (best?.far ?? Number.POSITIVE_INFINITY)
    ) {
      continue;
    }
    best = { text, far };
  }
  return best === null ? '' : ` near ${quote(best.text, 40)}`;
}

/** Returns a size in CSS pixels as words: “40 × 40 px”. */
export const sizeWords = ({ width, height }: PixelBox, scale: number): string =>
  `${Math.round(width / scale)} × ${Math.round(height / scale)} px`;
