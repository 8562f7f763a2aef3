import type { PixelBox } from '../../contract/shot-facts.ts';
import type { Other, Rule, Scene, Violation } from '../rule.ts';
import { isForScreen, isRead } from '../support/slide-blocks.ts';
import { bodyOf, titleOf } from '../support/slide-parts.ts';
import { quote } from '../support/words.ts';

/** Cells along each side of the examined area, and the share of them that may hold something: a logo, a line. */
const CELLS = 16;
const DRAWN = 0.06;
/** The share of the slide's height above which a title ends; text that is larger or lower is the slide's content. */
const HEAD = 0.28;
/** Points of a slide of 960 × 540 */
const STATEMENT_SIZE = 46;
const STATEMENT_WORDS = 9;
/** The share of the slide's height below which footers stand. */
const FOOT = 0.9;
/** The number of other slides with only a title from which this is how the presentation opens its chapters. */
const CHAPTERS = 2;
const farewell =
  /\b(?:thanks?|thank you|questions?|q ?& ?a|contact|the end|goodbye|danke|fragen|kontakt|merci|gracias)\b|\?\s*$/i;

/** Returns the share of cells in which anything is drawn. */
function drawnIn({ x, y, width, height }: PixelBox, { image }: Scene): number {
  let drawn = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell += 1) {
    const at = { x: x + ((cell % CELLS) * width) / CELLS, y: y + (Math.floor(cell / CELLS) * height) / CELLS };
    if (!image.isFlat({ ...at, width: width / CELLS, height: height / CELLS })) drawn += 1;
  }
  return drawn / (CELLS * CELLS);
}

/** Whether a slide has only its title, judged by its texts and images. */
function isTitleAlone(other: Other): boolean {
  const title = titleOf(other);
  if (title === null || other.facts.images.length > 0 || other.shot.pageNumber === 1) return false;
  return other.facts.texts.every((fact) => title.texts.includes(fact) || fact.box.y > other.shot.height * FOOT);
}

export const emptySlide: Rule = {
  id: 'empty-slide',
  title: 'Empty slide',
  checks: 'A slide has more than a title, unless it opens a section or makes one statement in large type.',
  why: 'The audience waits for content that was forgotten.',
  severity: 'suggestion',
  types: ['presentation'],
  kinds: ['slide'],
  find(scene) {
    const { shot, facts } = scene;
    if (!isForScreen(facts) || bodyOf(scene).some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return [];
    const title = titleOf(scene);
    if (title === null) {
      if (facts.texts.some(isRead) && facts.texts.some(({ size }) => size === 0)) return [];
      const whole = { x: 0, y: 0, width: shot.width, height: shot.height * FOOT };
      if (drawnIn(whole, scene) > DRAWN) return [];
      return [
        {
          box: null,
          what: 'The slide is empty.',
          fix: 'Fill it or remove it.',
          weight: 0.75,
        },
      ];
    }
    const end = title.box.y + title.box.height;
    const words = title.text.split(/\s+/).length;
    const isStatement = title.size >= STATEMENT_SIZE || words > STATEMENT_WORDS || end > shot.height * HEAD;
    if (isStatement || shot.pageNumber === 1 || farewell.test(title.text)) return [];
    if (scene.others.filter(isTitleAlone).length >= CHAPTERS) return [];
    const box = { x: shot.width * 0.03, y: end + title.box.height, width: shot.width * 0.94, height: 0 };
    box.height = shot.height * FOOT - box.y;
    if (drawnIn(box, scene) > DRAWN) return [];
    const violation: Violation = {
      box,
      what: `There is nothing below the title ${quote(title.text)}.`,
      fix: 'Add what the title promises, or remove the slide.',
      weight: 0.7,
    };
    return [violation];
  },
  fails: {
    as: 'slide',
    html: `<style>section{height:540px;position:relative;overflow:hidden;break-after:page}h1{position:absolute;left:48px;top:36px;margin:0;font-size:36px}p{position:absolute;left:48px;top:120px}</style>
      <body style="font:24px sans-serif"><section><h1>Where we stand</h1><p>Nine in ten would order again, and soon.</p></section>
      <section><h1>What customers say</h1><div data-defect style="position:absolute;left:48px;top:110px;width:860px;height:370px"></div></section></body>`,
  },
  passes: {
    as: 'slide',
    html: `<style>section{height:540px;position:relative;overflow:hidden;break-after:page}h1{position:absolute;left:48px;top:36px;margin:0;font-size:36px}</style>
      <body style="font:24px sans-serif"><section><h1>Orders of each week</h1><svg width="860" height="360" style="position:absolute;left:48px;top:120px">${[60, 120, 90, 200, 260, 310].map((tall, at) => `<rect x="${at * 140}" y="${350 - tall}" width="90" height="${tall}" fill="#27527f"/>`).join('')}</svg></section>
      <section><h1 style="top:230px;font-size:54px">What comes next</h1></section></body>`,
  },
};
