import type { PixelBox, ShotFacts, TextFact } from '../../contract/shot-facts.ts';
import type { Other, Scene } from '../rule.ts';
import { around } from './boxes.ts';
import { type Block, blocksOf, isRead, slideScale } from './slide-blocks.ts';

/** The share of the slide's height below which footers and page numbers stand. */
const FOOT = 0.9;
/**
 * Points of a slide of 960 × 540: larger text is there to be read, at the foot of one slide (first) or on all of them
 * (second).
 */
const FOOT_SIZE = 14;
const REPEATED_SIZE = 20;
/** The share of a side within which the same text on another slide belongs to the template. */
const SAME_PLACE = 0.01;
/** The number of other slides that must repeat a text; one may be the same slide built up in two steps. */
const REPEATED = 2;
/** The share of the slide's height above which titles stand. */
const HEAD = 0.35;
const TITLE_SIZE = 18;

const withoutNumbers = (text: string): string => text.replace(/[\d\s]+/g, '');

/** Returns the same words in the same place on another slide. */
function findOn({ text, box }: TextFact, shot: Scene['shot'], { shot: other, facts }: Other): TextFact | undefined {
  const words = withoutNumbers(text);
  return facts.texts.find(
    (fact) =>
      withoutNumbers(fact.text) === words &&
      Math.abs(fact.box.x / other.width - box.x / shot.width) < SAME_PLACE &&
      Math.abs(fact.box.y / other.height - box.y / shot.height) < SAME_PLACE,
  );
}

const countOn = (fact: TextFact, shot: Scene['shot'], others: readonly Other[]): number =>
  others.filter((other) => findOn(fact, shot, other) !== undefined).length;

/** Whether the same words have another colour on another slide: an agenda, or a list shown item by item. */
export const isFadedOnPurpose = (fact: TextFact, { shot, others }: Scene): boolean =>
  others.some((other) => (findOn(fact, shot, other)?.color ?? fact.color) !== fact.color);

/**
 * Whether a block belongs to the template rather than to this slide: small footers, page numbers, the chapter's name.
 */
export function isFurniture(block: Block, scene: Scene): boolean {
  const isAtFoot = block.box.y + block.box.height / 2 > scene.shot.height * FOOT;
  if (isAtFoot && block.size < FOOT_SIZE && block.texts.every(({ cut }) => cut === null)) return true;
  return block.size < REPEATED_SIZE && block.texts.every((fact) => countOn(fact, scene.shot, scene.others) >= REPEATED);
}

/**
 * Whether an earlier slide has it in the same place, where it was reported already: from a template, or built up step
 * by step.
 */
export function isSaidBefore({ texts }: Block, { shot, others }: Scene): boolean {
  const before = others.filter((other) => (other.shot.pageNumber ?? 0) < (shot.pageNumber ?? 0));
  return texts.every((fact) => countOn(fact, shot, before) > 0);
}

/** Whether it names a source or is a note: small by convention. */
export const isSource = ({ text }: Block): boolean =>
  /^\s*(?:sources?|notes?|photos?|credits?|quellen?|bild|foto|fuente|réf)\b\s*[:.–-]|^\s*[*†‡§©¹²³]|^\s*(?:https?:|www\.)/i.test(
    text,
  );

export interface SlideTitle {
  text: string;
  box: PixelBox;
  /** Points of a slide of 960 × 540 */
  size: number;
  texts: TextFact[];
}

/** Returns the largest words in the upper part of a slide; null when none stand out. */
export function titleOf({ shot, facts }: Pick<Other, 'shot' | 'facts'>): SlideTitle | null {
  const scale = slideScale(facts);
  const read = facts.texts.filter((fact) => isRead(fact) && fact.size > 0 && /\p{L}{2}/u.test(fact.text));
  const high = read.filter(({ box }) => box.y + box.height / 2 < shot.height * HEAD);
  const size = Math.max(0, ...high.map((fact) => fact.size));
  if (size * scale < TITLE_SIZE || read.some((fact) => fact.size > size * 1.05)) return null;
  const texts: TextFact[] = [];
  let box: PixelBox | null = null;
  for (const fact of high.filter((each) => each.size >= size * 0.95)) {
    const gap: number = box === null ? 0 : fact.box.y - (box.y + box.height);
    if (gap > size * facts.scale) break;
    texts.push(fact);
    box = box === null ? fact.box : around(box, fact.box);
  }
  return box === null ? null : { texts, text: texts.map(({ text }) => text).join(' '), box, size: size * scale };
}

/** Returns the text of a slide without its title and its template. */
export function bodyOf(scene: Scene): Block[] {
  const title = titleOf(scene);
  return blocksOf(scene.facts).filter(
    (block) => !isFurniture(block, scene) && !block.texts.some((fact) => title?.texts.includes(fact)),
  );
}

const reference =
  /\b(?:references?|bibliography|works cited|sources|disclaimers?|legal|imprint|glossary|terms and conditions|forward[- ]looking|appendix|backup|quellen|literatur|anhang|impressum|glossar)\b/i;
const reserve = /^(?:appendix|annex|backup|back-up|anhang|reserve)\b/i;

/** Whether a slide is for reference rather than for showing: references, terms, and everything after “Appendix”. */
export function isForReference(scene: Scene): boolean {
  const number = scene.shot.pageNumber ?? 0;
  return (
    reference.test(titleOf(scene)?.text ?? '') ||
    scene.others.some(
      ({ shot, facts }) =>
        (shot.pageNumber ?? number) < number &&
        facts.texts.length < 12 &&
        blocksOf(facts).some((block) => block.size >= TITLE_SIZE && reserve.test(block.text.trim())),
    )
  );
}

export const boxAround = (blocks: readonly Block[]): PixelBox | null =>
  blocks.reduce<PixelBox | null>((box, block) => (box === null ? block.box : around(box, block.box)), null);

/** Formats a size in the page's own points: “14 pt”. */
export const points = (size: number, facts: ShotFacts): string =>
  `${Math.round((size / slideScale(facts)) * 10) / 10} pt`;
