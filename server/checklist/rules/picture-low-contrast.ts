import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Scene, Violation } from '../rule.ts';
import { around } from '../support/boxes.ts';
import { readableColor } from '../support/contrast.ts';
import { quote } from '../support/words.ts';

/** Text recognised with less confidence may not be text at all. */
const SURE = 0.7;
/**
 * WCAG 2.2, 1.4.3, in CSS pixels. An image does not show the font weight, so text that is large if bold counts as
 * large.
 */
const LARGE = 18.66;
const MIN_RATIO = 4.5;
const MIN_RATIO_LARGE = 3;
/** A ratio measured in pixels is accurate to some tenths, so only values clearly below the limit are reported. */
const CLEAR = 0.9;
/** Writing on a photo may be part of it: there, only pale sentences recognised with high confidence are reported. */
const CLEAR_ON_PHOTO = 0.5;
const SENTENCE = 3;
const SURE_ON_PHOTO = 0.85;
/** Text with less contrast is invisible. */
const UNSEEN = 1.3;
/** Pixels added around the recognised text: its letters touch the edges of its box. */
const ROOM = 3;

interface Pale {
  text: string;
  box: TextFact['box'];
  ratio: number;
  needed: number;
  ink: string;
  ground: string;
  flat: boolean;
}

const words = (text: string): number => text.trim().split(/\s+/).length;

function pale({ text, box, size, sure }: TextFact, { image }: Scene): Pale | null {
  if (sure === null || sure < SURE || (text.match(/\p{L}/gu) ?? []).length < 3) return null;
  const { x, y, width, height } = box;
  const seen = image.contrast({ x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM });
  if (seen === null) return null;
  const needed = size >= LARGE ? MIN_RATIO_LARGE : MIN_RATIO;
  const { ratio, ink, ground, flat } = seen;
  if (ratio >= needed * (flat ? CLEAR : CLEAR_ON_PHOTO)) return null;
  if (!flat && (words(text) < SENTENCE || sure < SURE_ON_PHOTO)) return null;
  return { text, box, ratio, needed, ink, ground, flat };
}

/** Whether one is the next line of the same paragraph. */
function continues(upper: Pale, lower: Pale): boolean {
  const gap = lower.box.y - (upper.box.y + upper.box.height);
  const line = Math.max(upper.box.height, lower.box.height);
  const overlap =
    Math.min(upper.box.x + upper.box.width, lower.box.x + lower.box.width) - Math.max(upper.box.x, lower.box.x);
  return upper.ground === lower.ground && overlap > 0 && gap > -line && gap < line * 1.2;
}

function paragraphs(lines: readonly Pale[]): Pale[] {
  const found: Pale[] = [];
  for (const line of lines) {
    const at = found.findIndex((other) => continues(other, line));
    const before = found[at];
    if (before === undefined) {
      found.push(line);
      continue;
    }
    const [worse] = before.ratio <= line.ratio ? [before] : [line];
    found[at] = { ...worse, text: `${before.text} ${line.text}`, box: around(before.box, line.box) };
  }
  return found;
}

const tenths = (ratio: number): string => `${Math.floor(ratio * 10) / 10}:1`;

function violation({ text, box, ratio, needed, ink, ground, flat }: Pale): Violation {
  const next = flat ? readableColor(ink, ground, needed) : null;
  const on = flat ? `(${ink} on ${ground})` : 'where the background is most similar';
  const missing = 1 - (ratio - 1) / (needed - 1);
  return {
    box,
    what:
      ratio < UNSEEN
        ? `${quote(text)} can hardly be seen: its contrast is about ${tenths(ratio)} ${on}, and should be ${needed}:1.`
        : `${quote(text)} has a contrast of about ${tenths(ratio)} ${on}, and should have ${needed}:1.`,
    fix:
      next === null
        ? 'Put a plain or darker background behind it, or change the text colour.'
        : next.of === 'text'
          ? `A text colour of ${next.color} would do.`
          : `A background of ${next.color} would do, or dark text on a light background.`,
    weight: 0.3 + 0.6 * missing,
  };
}

export const pictureLowContrast: Rule = {
  id: 'picture-low-contrast',
  title: 'Low text contrast in an image',
  checks:
    'Text recognised in an image has a contrast ratio of at least 4.5:1 with its background, or 3:1 if it is large (WCAG 2.2, 1.4.3).',
  why: 'People with low vision, or with sunlight on the screen, cannot read it.',
  severity: 'a11y',
  types: ['ui', 'website', 'presentation', 'email'],
  kinds: ['image'],
  find(scene) {
    const lines = scene.facts.texts.map((fact) => pale(fact, scene)).filter((each) => each !== null);
    return paragraphs(lines.sort((one, other) => one.box.y - other.box.y)).map(violation);
  },
  fails: {
    as: 'image',
    html: `<body style="font:16px sans-serif;margin:40px"><h1>Your order</h1><p>Three parcels are on their way to you.</p>
      <p data-defect style="color:#b4b4b4;width:350px">They arrive on Thursday between nine and noon.</p>
      <div style="background:#22242a;color:#fff;padding:20px;width:500px"><h2>Earlier orders</h2>
      <p data-defect style="color:#5c6068;width:300px">There are four more from last year.</p></div></body>`,
  },
  passes: {
    as: 'image',
    html: `<body style="font:16px sans-serif;margin:40px"><h1 style="color:#8a8a8a;font-size:34px">Your order</h1>
      <p style="color:#666">Three parcels are on their way to you.</p>
      <div style="background:linear-gradient(90deg,#123,#345);padding:20px"><p style="color:#fff">They arrive on Thursday.</p></div>
      <div style="background:#22242a;color:#c4c8d0;padding:20px;width:500px"><p>There are four more from last year.</p></div></body>`,
  },
};
