import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Scene, Violation } from '../rule.ts';
import { isCode } from '../support/code-text.ts';
import { contrastNeeded, contrastOf, readableColor } from '../support/contrast.ts';
import { lightView } from '../support/email-view.ts';
import { widerView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

/**
 * The image shows thin strokes paler than they are. If it still measures this many times the needed contrast, the
 * styles were misread.
 */
const DOUBT = 1.15;
/**
 * The shares of the needed contrast below which text on images and gradients is reported; the second where the text's
 * colour is unknown.
 */
const CLEAR = 0.9;
const CLEAR_UNKNOWN = 0.6;
/** Text with less contrast is invisible. */
const UNSEEN = 1.3;
/** The size in CSS pixels above which words are a drawing. */
const DISPLAY = 120;
const OFTEN = 0.02;
const MAX_WEIGHT = 0.95;
/** The share of the needed contrast from which nobody notices that it is too low. */
const NEARLY = 0.93;

interface Measured {
  ratio: number;
  color: string | null;
  ground: string | null;
  /** The background varies, and this is the lowest contrast on it */
  isWorst?: boolean;
}

function onFlat({ color, ground, box, lines }: TextFact, needed: number, { image }: Scene): Measured | null {
  if (color === null || ground === null) return null;
  const ratio = contrastOf(color, ground);
  if (ratio >= needed * NEARLY) return null;
  const seen = image.contrast(box);
  // Nothing is drawn there: the text is hidden in a way that its styles do not show.
  if (seen === null) return ratio < UNSEEN ? { ratio, color, ground } : null;
  // A box of several lines may contain words in other colours.
  return lines === 1 && seen.ratio > needed * DOUBT ? null : { ratio, color, ground };
}

function onImage({ color, ground, box }: TextFact, needed: number, { image, shot }: Scene): Measured | null {
  // The missing background may be an image that failed to load.
  if (ground !== null || shot.notices?.includes('failed_images') === true) return null;
  const seen = image.contrast(box);
  if (seen === null) return null;
  const isWorst = !seen.flat;
  if (color === null) return seen.ratio < needed * CLEAR_UNKNOWN ? { ratio: seen.ratio, color, ground, isWorst } : null;
  const ratio = Math.max(seen.ratio, contrastOf(color, seen.ground));
  return ratio < needed * CLEAR ? { ratio, color, ground: null, isWorst } : null;
}

/**
 * Whether the wider view has the same text or colours, so that the finding there already covers it: a fix there changes
 * the colours here as well.
 */
const isSaidElsewhere = (fact: TextFact, needed: number, others: readonly TextFact[]): boolean =>
  others.some(({ text, color, ground, ...other }) => {
    if (color === null || color !== fact.color || ground !== fact.ground) return false;
    return text === fact.text || (ground !== null && contrastNeeded(other) >= needed && !other.incidental);
  });

/** Whether the text has no word, as a number on a badge, which is a sign rather than something to read. */
const isSign = ({ text }: TextFact): boolean => !/\p{L}{2}/u.test(text);

/** The smallest average width of a letter, in ems. */
const LETTER = 0.3;

/** Whether fewer than two of its letters are in the screenshot: too little to judge its look. */
const isSliver = ({ text, size, box }: TextFact, scale: number): boolean =>
  box.width < Math.min(2, text.length) * size * LETTER * scale;

/** Whether it is a line number beside code, which is pale on purpose. */
const isLineNumber = (fact: TextFact): boolean => isCode(fact) && /^\d+$/.test(fact.text);

const named: Record<TextFact['role'], string> = {
  heading: 'The heading ',
  button: 'The button ',
  link: 'The link ',
  field: 'The field text ',
  text: '',
};

const mostDigits = (ratio: number): string => `${Math.floor(ratio * 10) / 10}:1`;

function describe(
  fact: TextFact,
  { ratio, color, ground, isWorst }: Measured,
  needed: number,
): Pick<Violation, 'what' | 'fix'> {
  const name = `${named[fact.role]}${quote(fact.text)}`;
  const unnamed = isWorst ? 'where the background is most similar' : 'with its background';
  const colours = color === null || ground === null ? unnamed : `(${color} on ${ground})`;
  const next = color === null || ground === null ? null : readableColor(color, ground, needed);
  const what =
    ratio < UNSEEN && !isWorst
      ? `${name} can hardly be seen: its contrast is ${mostDigits(ratio)} ${colours}, and should be ${needed}:1.`
      : `${name} has a contrast of ${mostDigits(ratio)} ${colours}, and should have ${needed}:1.`;
  const fix =
    next === null
      ? 'Put a plain or darker background behind it, or change the text colour.'
      : next.of === 'text'
        ? `A text colour of ${next.color} would do.`
        : `A background of ${next.color} would do, or dark text on a light background.`;
  return { what, fix };
}

interface Pale {
  fact: TextFact;
  measured: Measured;
  needed: number;
}

const pairOf = ({ measured: { color, ground } }: Pale): string => `${color} on ${ground}`;

/**
 * Returns the weight of a place. It grows a little with `count`, the number of places with the same pair of colours.
 */
function weightOf({ fact, measured, needed }: Pale, count: number): number {
  const missing = 1 - (measured.ratio - 1) / (needed - 1);
  // A field's placeholder matters less than its label, and highlighted code less than plain words.
  const share = fact.role === 'field' || isCode(fact) ? 0.25 : isSign(fact) ? 0.5 : 0.65;
  return Math.min(MAX_WEIGHT, 0.3 + share * missing + OFTEN * Math.log2(count));
}

export const lowContrast: Rule = {
  id: 'low-contrast',
  title: 'Low text contrast',
  checks: 'Text has a contrast ratio of at least 4.5:1 with its background, or 3:1 if it is large (WCAG 2.2, 1.4.3).',
  why: 'People with low vision, or with sunlight on the screen, cannot read it.',
  severity: 'a11y',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  alike: { noun: 'text', one: 'has too little contrast as well', more: 'have too little contrast as well' },
  find(scene) {
    const wider = (widerView(scene) ?? lightView(scene))?.facts.texts ?? [];
    const pale = scene.facts.texts.flatMap((fact): Pale[] => {
      const { text, incidental, covered, size, leavesGround, outlined } = fact;
      if (incidental || covered || size <= 0 || size > DISPLAY || !/[\p{L}\p{N}]/u.test(text)) return [];
      // Text on two backgrounds has no single contrast: its position is the fault.
      if (leavesGround === true || outlined === true || isSliver(fact, scene.facts.scale) || isLineNumber(fact))
        return [];
      const needed = contrastNeeded(fact);
      const measured = onFlat(fact, needed, scene) ?? onImage(fact, needed, scene);
      return measured === null || isSaidElsewhere(fact, needed, wider) ? [] : [{ fact, measured, needed }];
    });
    const pairs = Map.groupBy(pale, pairOf);
    const isUnseen = ({ measured: { ratio, isWorst } }: Pale): boolean => ratio < UNSEEN && !isWorst;
    const unseen = new Set(pale.filter(isUnseen).map(({ fact }) => fact.color));
    return pale.map((each) => {
      const { fact, measured, needed } = each;
      return {
        box: fact.box,
        ...describe(fact, measured, needed),
        weight: weightOf(each, pairs.get(pairOf(each))?.length ?? 1),
        // Pale texts are fixed together with invisible ones of the same colour.
        cause: unseen.has(fact.color) ? 'unseen' : 'pale',
        name: quote(fact.text, 30),
      };
    });
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Your order</h1><p>Three parcels are on their way.</p>
      <p data-defect style="color:#b4b4b4;width:320px">They arrive on Thursday between nine and noon.</p>
      <a data-defect href="#track" style="display:inline-block;padding:12px 20px;background:#ffd9a8;color:#fff;border-radius:6px">Track the parcels</a></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1 style="color:#8a8a8a;font-size:34px">Your order</h1>
      <p style="color:#666">Three parcels are on their way.</p>
      <button disabled style="color:#bbb;background:#eee;border:0;padding:10px;font-size:16px">Cancel the order</button>
      <div style="background:linear-gradient(90deg,#123,#345);padding:20px"><p style="color:#fff">They arrive on Thursday.</p></div></body>`,
  },
};
