import type { EmailFact, TextFact } from '../../contract/shot-facts.ts';
import type { Other, Scene } from '../rule.ts';

/** Whether it shows an email in a client with a dark theme. */
export const isDarkEmail = ({ facts }: Pick<Other, 'facts'>): boolean => facts.email?.dark === true;

/**
 * Returns the email's facts on its light screenshot and null on the dark one, so that faults of the email itself are
 * reported once.
 */
export function emailOnce(scene: Scene): EmailFact | null {
  return isDarkEmail(scene) ? null : scene.facts.email;
}

/** Returns the light screenshot of the same email where this is the dark one; null otherwise. */
export function lightView(scene: Scene): Other | null {
  if (!isDarkEmail(scene)) return null;
  return scene.others.find((other) => other.facts.kind === 'email' && !isDarkEmail(other)) ?? null;
}

const footer =
  /unsubscri|abmeld|abbestell|désabonn|désinscri|darse de baja|disiscri|afmeld|uitschrijv|©|\(c\) ?20\d\d|all rights reserved|alle rechte|tous droits|you(’|')?( a)?re (receiving|getting)|you (receive|received|get|got) this|this (e-?mail|message) was sent|sie erhalten diese|vous recevez|recibes este|ricevi questa|privacy policy|datenschutz|view (it |this )?in (your )?browser/i;

/** The share of an email's length before which such words are not small print. */
const LATE = 0.4;

/** The fewest texts above the last one that are needed to judge whether it is small */
const ABOVE = 4;

/**
 * Returns the last text of an email when its font is smaller than that of most texts above it, so that it is small
 * print; null otherwise. Of a paragraph in several texts, such as around a link, returns the first.
 */
function lastOf(texts: readonly TextFact[]): TextFact | null {
  const [last, ...above] = texts.toSorted((one, other) => other.box.y - one.box.y);
  const sizes = above.map(({ size }) => size).sort((one, other) => one - other);
  if (last === undefined || sizes.length < ABOVE) return null;
  if (last.size >= (sizes[Math.floor(sizes.length / 2)] ?? 0)) return null;
  let first = last;
  for (const each of above) {
    if (each.size !== last.size || each.box.y + each.box.height * 1.5 < first.box.y) break;
    first = each;
  }
  return first;
}

/** Returns where the small print at an email's end begins, in pixels of the image; Infinity where there is none. */
export function footerTop({ texts }: { texts: readonly TextFact[] }): number {
  const length = Math.max(0, ...texts.map(({ box }) => box.y + box.height));
  const tops = texts.filter(({ text, box }) => footer.test(text) && box.y > length * LATE).map(({ box }) => box.y);
  return Math.min(lastOf(texts)?.box.y ?? Number.POSITIVE_INFINITY, ...tops);
}
