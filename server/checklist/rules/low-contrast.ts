import type { TextFact } from '../facts.ts';
import type { Rule, Scene, Violation } from '../rule.ts';
import { isCode } from '../support/code-text.ts';
import { contrastNeeded, contrastOf, readableColor } from '../support/contrast.ts';
import { lightView } from '../support/email-view.ts';
import { widerView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

/** The image shows thin strokes paler than they are: with more contrast in it than this, the styles were misread. */
const DOUBT = 1.15;
/** On images and gradients only what is clearly too little is reported, more so where the text's colour is not known. */
const CLEAR = 0.9;
const CLEAR_UNKNOWN = 0.6;
/** Nobody sees such a text. */
const UNSEEN = 1.3;
/** CSS pixels: larger words are a drawing. */
const DISPLAY = 120;
const OFTEN = 0.02;
const MAX_WEIGHT = 0.95;
/** Share of what is needed from which on nobody sees the difference. */
const NEARLY = 0.93;

interface Measured {
  ratio: number;
  color: string | null;
  ground: string | null;
  /** The ground varies, and this is the lowest contrast on it */
  isWorst?: boolean;
}

function onFlat({ color, ground, box, lines }: TextFact, needed: number, { image }: Scene): Measured | null {
  if (color === null || ground === null) return null;
  const ratio = contrastOf(color, ground);
  if (ratio >= needed * NEARLY) return null;
  const seen = image.contrast(box);
  // Nothing is drawn there: it is hidden in a way that its styles do not show.
  if (seen === null) return ratio < UNSEEN ? { ratio, color, ground } : null;
  // Between lines there may be words in other colours.
  return lines === 1 && seen.ratio > needed * DOUBT ? null : { ratio, color, ground };
}

function onImage({ color, ground, box }: TextFact, needed: number, { image, shot }: Scene): Measured | null {
  // It may be the image under it that failed to load.
  if (ground !== null || shot.notices?.includes('failed_images') === true) return null;
  const seen = image.contrast(box);
  if (seen === null) return null;
  const isWorst = !seen.flat;
  if (color === null) return seen.ratio < needed * CLEAR_UNKNOWN ? { ratio: seen.ratio, color, ground, isWorst } : null;
  const ratio = Math.max(seen.ratio, contrastOf(color, seen.ground));
  return ratio < needed * CLEAR ? { ratio, color, ground: null, isWorst } : null;
}

/** Who changes the colours for the wider view has changed them here as well. */
const isSaidElsewhere = (fact: TextFact, needed: number, others: readonly TextFact[]): boolean =>
  others.some(({ text, color, ground, ...other }) => {
    if (color === null || color !== fact.color || ground !== fact.ground) return false;
    return text === fact.text || (ground !== null && contrastNeeded(other) >= needed && !other.incidental);
  });

/** A number on a badge is a sign more than it is read. */
const isSign = ({ text }: TextFact): boolean => !/\p{L}{2}/u.test(text);

/** Width of a letter in ems: no text is narrower. */
const LETTER = 0.3;

/** Whether less than two of its letters are in the screenshot: too little to judge how it looks. */
const isSliver = ({ text, size, box }: TextFact, scale: number): boolean =>
  box.width < Math.min(2, text.length) * size * LETTER * scale;

/** Numbers beside lines of code are pale on purpose. */
const isLineNumber = (fact: TextFact): boolean => isCode(fact) && /^\d+$/.test(fact.text);

const named: Record<TextFact['role'], string> = {
  heading: 'The heading ',
  button: 'The button ',
  link: 'The link ',
  field: 'The hint in a field, ',
  text: '',
};

const mostDigits = (ratio: number): string => `${Math.floor(ratio * 10) / 10}:1`;

function describe(
  fact: TextFact,
  { ratio, color, ground, isWorst }: Measured,
  needed: number,
): Pick<Violation, 'what' | 'fix'> {
  const name = `${named[fact.role]}${quote(fact.text)}${fact.role === 'field' ? ',' : ''}`;
  const unnamed = isWorst ? 'where its ground is most like it' : 'against what it lies on';
  const colours = color === null || ground === null ? unnamed : `(${color} on ${ground})`;
  const next = color === null || ground === null ? null : readableColor(color, ground, needed);
  const what =
    ratio < UNSEEN && !isWorst
      ? `${name} can hardly be seen: its contrast is ${mostDigits(ratio)} ${colours}, and should be ${needed}:1.`
      : `${name} has a contrast of ${mostDigits(ratio)} ${colours}, and should have ${needed}:1.`;
  const fix =
    next === null
      ? 'Lay a plain or darker ground under it, or take another colour for the text.'
      : next.of === 'text'
        ? `A text colour of ${next.color} would do.`
        : `A ground of ${next.color} would do, or a dark text on a light one.`;
  return { what, fix };
}

interface Pale {
  fact: TextFact;
  measured: Measured;
  needed: number;
}

const pairOf = ({ measured: { color, ground } }: Pale): string => `${color} on ${ground}`;

/** Of places of one pair of colours, `count` in all, each weighs a little more. */
function weightOf({ fact, measured, needed }: Pale, count: number): number {
  const missing = 1 - (measured.ratio - 1) / (needed - 1);
  // A field's placeholder matters less than its label, and the colours of code less than its words.
  const share = fact.role === 'field' || isCode(fact) ? 0.25 : isSign(fact) ? 0.5 : 0.65;
  return Math.min(MAX_WEIGHT, 0.3 + share * missing + OFTEN * Math.log2(count));
}

export const lowContrast: Rule = {
  id: 'low-contrast',
  title: 'Low contrast of text',
  checks: 'Text stands out from what it lies on: 4.5:1, or 3:1 where it is large (WCAG 2.2, 1.4.3).',
  why: 'People with weak sight, or with the sun on the screen, cannot read it.',
  severity: 'a11y',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  alike: { noun: 'text', one: 'has too little contrast as well', more: 'have too little contrast as well' },
  find(scene) {
    const wider = (widerView(scene) ?? lightView(scene))?.facts.texts ?? [];
    const pale = scene.facts.texts.flatMap((fact): Pale[] => {
      const { text, incidental, covered, size, leavesGround } = fact;
      if (incidental || covered || size <= 0 || size > DISPLAY || !/[\p{L}\p{N}]/u.test(text)) return [];
      // Text on two grounds has no single contrast: its place is what is wrong.
      if (leavesGround === true || isSliver(fact, scene.facts.scale) || isLineNumber(fact)) return [];
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
