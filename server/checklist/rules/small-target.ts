import type { ControlFact, PixelBox, ShotFacts } from '../../contract/shot-facts.ts';
import type { Rule } from '../rule.ts';
import { areaOfBox, meeting } from '../support/boxes.ts';
import { nearWords, sizeWords } from '../support/near.ts';
import { quote } from '../support/words.ts';

/** In CSS pixels (WCAG 2.2, 2.5.8). */
const MIN_SIDE = 24;
/** Tolerance in CSS pixels for layouts that do not fall on whole pixels. */
const TOLERANCE = 0.5;
/** The share of the smaller box that must lie in the other. */
const INSIDE = 0.5;
/** The size in CSS pixels that phone makers recommend for fingers. */
const FINGER = 44;

const isSmall = ({ width, height }: PixelBox, scale: number): boolean =>
  Math.min(width, height) / scale < MIN_SIDE - TOLERANCE;

/** Returns the distance from the middle of one box to the closest point of the other, in pixels. */
function reach(from: PixelBox, to: PixelBox): number {
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const across = Math.max(0, to.x - x, x - (to.x + to.width));
  const down = Math.max(0, to.y - y, y - (to.y + to.height));
  return Math.hypot(across, down);
}

const between = (one: PixelBox, other: PixelBox): number =>
  Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2);

/** Whether one lies in the other, for instance a button in a card that can be pressed as a whole. */
function isPartOf(one: PixelBox, other: PixelBox): boolean {
  const shared = meeting(one, other);
  return shared !== null && areaOfBox(shared) > Math.min(areaOfBox(one), areaOfBox(other)) * INSIDE;
}

/**
 * Returns the control that is pressed by mistake: it lies within the circle of 24 px around a small target, or is small
 * and its own circle meets that circle.
 */
function crowding(one: ControlFact, controls: readonly ControlFact[], scale: number): ControlFact | null {
  const found = controls.find((other) => {
    // A control inside the other is a part of it.
    if (other === one || isPartOf(one.box, other.box)) return false;
    if (reach(one.box, other.box) < (MIN_SIDE / 2 - TOLERANCE) * scale) return true;
    return isSmall(other.box, scale) && between(one.box, other.box) < (MIN_SIDE - TOLERANCE) * scale;
  });
  return found ?? null;
}

/** The smallest average width of a letter, in ems. */
const LETTER = 0.3;

/**
 * Whether it is scrolled half out of view: it ends at the screen's edge, or its text is wider than its visible part.
 */
const isPartlySeen = ({ box }: ControlFact, { texts, scale }: ShotFacts, screen: number): boolean =>
  box.x <= 0 ||
  box.x + box.width >= screen ||
  texts.some(
    ({ text, size, lines, box: place }) =>
      lines === 1 && isPartOf(place, box) && text.length * size * LETTER * scale > box.width,
  );

export const smallTarget: Rule = {
  id: 'small-target',
  title: 'Small target',
  checks: 'Every click or touch target is at least 24 × 24 px, or has that much space around it (WCAG 2.2, 2.5.8).',
  why: 'People with large fingers or unsteady hands press the one next to it by mistake.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'target', one: 'is too small as well', more: 'are too small as well' },
  find({ facts, shot }) {
    const { scale } = facts;
    const isPhone = shot.viewport?.name === 'mobile';
    const controls = facts.controls.filter(({ covered }) => !covered);
    return controls.flatMap((control) => {
      const { box, name, kind, inText, disabled, cut } = control;
      // The browser sets the size of checkboxes, and their label can be pressed as well.
      if (kind === 'field' || inText || disabled || !isSmall(box, scale)) return [];
      if (cut === true || isPartlySeen(control, facts, shot.width)) return [];
      // A mouse can hit a target as wide or tall as a line of text.
      const isLine =
        Math.max(box.width, box.height) / scale >= MIN_SIDE || facts.texts.some((text) => isPartOf(text.box, box));
      if (!isPhone && isLine) return [];
      const other = crowding(control, controls, scale);
      if (other === null) return [];
      const called = name === '' ? nearWords(box, facts) : ` ${quote(name, 40)}`;
      const beside = other.name === '' ? 'the next one' : quote(other.name, 40);
      return [
        {
          box,
          what: `The ${kind}${called} is ${sizeWords(box, scale)}, and ${beside} is right next to it; the minimum is 24 × 24 px.`,
          fix: `Give it more padding, or more space around it${isPhone ? `; on phones, ${FINGER} × ${FINGER} px are comfortable` : ''}.`,
          weight: isPhone ? 0.6 : 0.45,
          cause: 'small',
          ...(name === '' ? {} : { name: quote(name, 30) }),
        },
      ];
    });
  },
  fails: {
    as: 'mobile',
    html: `<meta name="viewport" content="width=device-width, initial-scale=1"><body style="font:16px sans-serif"><h1>Basket</h1>
      <p>Two loaves of rye bread</p>
      <div style="display:flex;gap:2px"><button data-defect aria-label="One less" style="width:18px;height:18px;padding:0;border:1px solid #444">−</button>
      <button data-defect aria-label="One more" style="width:18px;height:18px;padding:0;border:1px solid #444">+</button></div></body>`,
  },
  passes: {
    as: 'mobile',
    html: `<meta name="viewport" content="width=device-width, initial-scale=1"><body style="font:16px sans-serif"><h1>Basket</h1>
      <p>Two loaves of rye bread, <a href="#rye">about rye</a> and how we bake it in the morning</p>
      <div style="display:flex;gap:12px"><button aria-label="One less" style="width:44px;height:44px;border:1px solid #444">−</button>
      <button aria-label="One more" style="width:44px;height:44px;border:1px solid #444">+</button></div>
      <p style="margin-top:40px"><button aria-label="Help" style="width:20px;height:20px;padding:0;border:1px solid #444">?</button></p></body>`,
  },
};
