import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Scene, Violation } from '../rule.ts';
import { isCode } from '../support/code-text.ts';
import { contrastNeeded, contrastOf, readableColor } from '../support/contrast.ts';
import { type Block, blocksOf, slideScale } from '../support/slide-blocks.ts';
import { isFadedOnPurpose, isFurniture, isSaidBefore } from '../support/slide-parts.ts';
import { quote } from '../support/words.ts';

/** CSS pixels in a point */
const PX_PER_POINT = 4 / 3;
/** The share of the needed contrast below which text on images and gradients is reported. */
const CLEAR = 0.9;
/** The same where the colour is known only from the image, and where the background changes as well. */
const PALE = 0.8;
const PALE_CHANGING = 0.6;
/** On a flat background, text with nearly enough contrast passes, because the image's colours are rounded. */
const NEARLY = 0.97;
const UNSEEN = 1.3;
/** Points of a slide of 960 × 540: letters this tall are legible in pale colours too, and often have the brand's. */
const DISPLAY = 32;
const DISPLAY_NEEDED = 2.2;
/** Points of a slide of 960 × 540: numbers this large behind a chapter's name are pale on purpose. */
const DECORATION = 60;
/**
 * The largest number of parts that a text is divided into, and the contrast up to which a part's background is the text
 * itself, so that nothing is known about it.
 */
const MAX_PARTS = 12;
const SAME_COLOUR = 1.08;
/** The largest difference per channel, in steps of 255, of two colours that count as the same */
const ALIKE = 16;

interface Measured {
  fact: TextFact;
  /** The colour as drawn; null when not known */
  color: string | null;
  ratio: number;
  needed: number;
  /** null where the background changes */
  ground: string | null;
}

type Seen = NonNullable<ReturnType<Scene['image']['contrast']>>;

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function isAlike(one: string, other: string): boolean {
  const of = channels(other);
  return channels(one).every((value, at) => Math.abs(value - (of[at] ?? 0)) <= ALIKE);
}

/**
 * Returns the background under a text. Heavy letters fill most of their box, so the image analysis may have swapped ink
 * and background; the known text colour shows that.
 */
const groundUnder = (color: string, { ink, ground }: Seen): string =>
  isAlike(color, ground) && !isAlike(color, ink) ? ink : ground;

/**
 * Returns the median contrast along a text of known colour on a changing background; null when no part can be measured.
 */
function alongText(color: string, { box }: TextFact, { image }: Scene): number | null {
  const parts = Math.min(MAX_PARTS, Math.max(1, Math.round(box.width / box.height)));
  const ratios = Array.from({ length: parts }, (_, at) => {
    const part = { ...box, x: box.x + (at * box.width) / parts, width: box.width / parts };
    const seen = image.contrast(part);
    return seen === null ? null : contrastOf(color, groundUnder(color, seen));
  }).filter((ratio) => ratio !== null && ratio > SAME_COLOUR);
  return ratios.sort((one, other) => (one ?? 0) - (other ?? 0))[Math.floor(ratios.length / 2)] ?? null;
}

function measure(fact: TextFact, scene: Scene): Measured | null {
  const size = fact.size * slideScale(scene.facts) * PX_PER_POINT;
  const needed = contrastNeeded({ size, weight: fact.weight });
  const seen = fact.size > 0 ? scene.image.contrast(fact.box) : null;
  // Nothing is drawn there: words for searching in the file, or text below something else.
  if (seen === null) return null;
  const { flat, ink } = seen;
  const ground = fact.color === null ? seen.ground : groundUnder(fact.color, seen);
  // Text in a half-transparent group keeps its colour in the file but is drawn in another.
  const isDrawnPale = seen.ratio < needed * (flat ? PALE : PALE_CHANGING);
  const isOther = flat && ground === seen.ground && fact.color !== null && !isAlike(ink, fact.color);
  if (fact.color === null || (isDrawnPale && isOther)) {
    return isDrawnPale
      ? { fact, color: flat ? ink : null, ratio: seen.ratio, needed, ground: flat ? ground : null }
      : null;
  }
  // Thin strokes look paler in the image than they are, so the file's colour counts.
  const ratio = flat ? contrastOf(fact.color, ground) : alongText(fact.color, fact, scene);
  const enough = fact.size * slideScale(scene.facts) >= DISPLAY ? DISPLAY_NEEDED : needed * (flat ? NEARLY : CLEAR);
  if (ratio === null || ratio >= enough) return null;
  return { fact, color: fact.color, ratio, needed, ground: flat ? ground : null };
}

/** Returns the part of a paragraph with the lowest contrast; null when none is too low. */
function worstOf(block: Block, scene: Scene): Measured | null {
  const found = block.texts
    .filter((fact) => !isFadedOnPurpose(fact, scene))
    .map((fact) => measure(fact, scene))
    .filter((each) => each !== null);
  return found.sort((one, other) => one.ratio / one.needed - other.ratio / other.needed)[0] ?? null;
}

function describe({ color, ratio, needed, ground }: Measured, text: string): Pick<Violation, 'what' | 'fix'> {
  const isKnown = color !== null && ground !== null;
  const colours = isKnown ? `(${color} on ${ground})` : 'with its background';
  const next = isKnown ? readableColor(color, ground, needed) : null;
  const has = `${Math.floor(ratio * 10) / 10}:1`;
  return {
    what:
      ratio < UNSEEN
        ? `${quote(text)} can hardly be seen: its contrast is ${has} ${colours}, and should be ${needed}:1.`
        : `${quote(text)} has a contrast of ${has} ${colours}, and should have ${needed}:1.`,
    fix:
      next === null
        ? 'Put a plain or darker background behind it, or change the text colour.'
        : `A ${next.of === 'text' ? 'text' : 'background'} colour of ${next.color} would do.`,
  };
}

export const slideLowContrast: Rule = {
  id: 'slide-low-contrast',
  title: 'Low text contrast on a slide',
  checks: 'Text has a contrast ratio of at least 4.5:1 with its background, or 3:1 if it is large (WCAG 2.2, 1.4.3).',
  why: 'Projectors and bright rooms wash out colours, so people further back cannot read it.',
  severity: 'a11y',
  types: ['presentation'],
  kinds: ['slide'],
  find(scene) {
    return blocksOf(scene.facts).flatMap((block) => {
      const isWords = /\p{L}{2}/u.test(block.text);
      const isSign = !isWords && (block.size >= DECORATION || !/\p{N}/u.test(block.text));
      if (isSign || isFurniture(block, scene) || isSaidBefore(block, scene)) return [];
      const worst = worstOf(block, scene);
      if (worst === null) return [];
      const missing = 1 - (worst.ratio - 1) / (worst.needed - 1);
      const weight = 0.35 + (isCode(worst.fact) ? 0.2 : 0.6) * missing;
      return [{ box: block.box, ...describe(worst, block.text), weight }];
    });
  },
  fails: {
    as: 'slide',
    html: `<body style="font:24px sans-serif"><div style="padding:36px"><h1 style="margin:0 0 20px;font-size:40px">What customers say</h1>
      <p>Nine in ten would order again.</p>
      <p data-defect style="color:#bdbdbd;width:420px">One in ten waited for more than a week.</p>
      <p data-defect style="background:linear-gradient(90deg,#ffe08a,#ffd27d);color:#fff;width:420px;padding:10px">And one would not say.</p></div></body>`,
  },
  passes: {
    as: 'slide',
    html: `<body style="font:24px sans-serif"><div style="padding:36px"><h1 style="margin:0 0 20px;font-size:40px;color:#868686">What customers say</h1>
      <p style="color:#666">Nine in ten would order again.</p>
      <p style="background:linear-gradient(90deg,#123,#357);color:#fff;width:420px;padding:10px">One in ten waited for a week.</p></div></body>`,
  },
};
