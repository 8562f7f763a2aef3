import type { PixelBox, ShotFacts, TextFact } from '../../contract/shot-facts.ts';
import { around } from './boxes.ts';

/** The distance to the line before, as a share of the font size, above which a new paragraph begins. */
const LINE_GAP = 1.1;
const OVERLAP = 0.5;

/** Lines that belong together: a paragraph, a list, the words beside a bar in a chart. */
export interface Block {
  texts: TextFact[];
  text: string;
  box: PixelBox;
  /** Points of a slide of 960 × 540, the size on a wide screen; 0 when not known */
  size: number;
}

/**
 * Returns the factor from a slide's points to those of a slide of 960 × 540: whatever its page size, it is shown on the
 * same screen.
 */
export function slideScale({ slide }: ShotFacts): number {
  if (slide === null || !(slide.width > 0 && slide.height > 0)) return 1;
  return Math.min(960 / slide.width, 540 / slide.height);
}

/** Whether a page is for a screen; upright pages are documents, which have other rules. */
export const isForScreen = ({ slide }: ShotFacts): boolean => slide !== null && slide.width > slide.height;

export const isRead = ({ covered, incidental, text }: TextFact): boolean =>
  !covered && !incidental && /[\p{L}\p{N}]/u.test(text);

const isSameStyle = (one: TextFact, other: TextFact): boolean =>
  one.family === other.family && one.color === other.color && Math.abs(one.size - other.size) <= one.size * 0.05;

function follows(one: TextFact, next: TextFact, scale: number): boolean {
  const [a, b] = [one.box, next.box];
  const gap = b.y - (a.y + a.height);
  if (gap > LINE_GAP * next.size * scale || gap < -0.5 * a.height) return false;
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return shared >= OVERLAP * Math.min(a.width, b.width);
}

/** Returns the readable texts of a slide as paragraphs, in their order. */
export function blocksOf(facts: ShotFacts): Block[] {
  const blocks: Block[] = [];
  for (const fact of facts.texts.filter(isRead)) {
    const block = blocks.at(-1);
    const last = block?.texts.at(-1);
    if (block === undefined || last === undefined || !isSameStyle(last, fact) || !follows(last, fact, facts.scale)) {
      blocks.push({ texts: [fact], text: fact.text, box: fact.box, size: fact.size * slideScale(facts) });
      continue;
    }
    block.texts.push(fact);
    block.text += ` ${fact.text}`;
    block.box = around(block.box, fact.box);
  }
  return blocks;
}

/** Counts the words that contain a letter; in scripts without spaces, two characters count as one word. */
export function countWords(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = text
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;
  return spaced + Math.round(unspaced / 2);
}
