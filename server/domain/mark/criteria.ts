import { contrastRatio, type Rgb } from '../../checklist/index.ts';
import type { Element } from '../../contract/element.ts';
import type { Mark } from '../../contract/mark.ts';

/** What is known of a marked element; without its markup. */
export type Measured = Pick<Element, 'tag' | 'role' | 'accessible_name' | 'text' | 'box' | 'styles'>;

interface Criterion {
  /** What would hold, of the element */
  rule: string;
  holds: boolean;
  /** What is there */
  now: string;
}

/** Returns an opaque colour as the browser computes it; null for any other. */
function colourOf(value: string | undefined): Rgb | null {
  const [, red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value ?? '') ?? [];
  return red === undefined || green === undefined || blue === undefined ? null : [+red, +green, +blue];
}

const pixels = (value: string | undefined, usual: number): number =>
  Number(/^([\d.]+)px$/.exec(value ?? '')?.[1] ?? usual);

/** WCAG 2.2, 1.4.3: large text needs less contrast. In CSS pixels. */
const LARGE = 24;
const LARGE_BOLD = 18.66;
/** WCAG 2.2, 2.5.8, in CSS pixels. */
const TARGET = 24;
/** CSS pixels below which few people read with ease. */
const READABLE = 12;

/** Only an element with a background of its own shows its contrast: what shines through is unknown. */
function contrast({ text, styles }: Measured): Criterion[] {
  const [ink, ground] = [colourOf(styles.color ?? 'rgb(0, 0, 0)'), colourOf(styles['background-color'])];
  if (text === '' || ink === null || ground === null || styles['background-image'] !== undefined) return [];
  const size = pixels(styles['font-size'], 16);
  const isLarge = size >= LARGE || (size >= LARGE_BOLD && Number(styles['font-weight'] ?? 400) >= 700);
  const [least, ratio] = [isLarge ? 3 : 4.5, contrastRatio(ink, ground)];
  return [{ rule: `contrast ≥ ${least}`, holds: ratio >= least, now: ratio.toFixed(2) }];
}

const pressed = /^(button|link|checkbox|radio|switch|tab|menuitem|option|combobox|slider)$/;

function target({ role, box, styles }: Measured): Criterion[] {
  // A link in a sentence is as tall as its line.
  if (!pressed.test(role ?? '') || (role === 'link' && styles.display === undefined)) return [];
  const holds = Math.min(box.width, box.height) >= TARGET - 0.5;
  return [
    { rule: `size ≥ ${TARGET} × ${TARGET} px`, holds, now: `${Math.round(box.width)} × ${Math.round(box.height)} px` },
  ];
}

function readable({ text, styles }: Measured): Criterion[] {
  const size = pixels(styles['font-size'], 16);
  return text === '' ? [] : [{ rule: `font size ≥ ${READABLE} px`, holds: size >= READABLE, now: `${size} px` }];
}

function named({ role, accessible_name }: Measured): Criterion[] {
  // A decorative image has another role.
  if (role !== 'img' && !pressed.test(role ?? '')) return [];
  const name = accessible_name ?? '';
  return [{ rule: 'an accessible name', holds: name !== '', now: name === '' ? 'none' : `“${name}”` }];
}

const criteriaOf = (element: Measured): Criterion[] => [
  ...contrast(element),
  ...target(element),
  ...readable(element),
  ...named(element),
];

/**
 * Returns what the marked element lacks and a fix could be measured by, and whether it holds now. `before`: the element
 * in the previous pass, when there was one. `now`: null when it is gone. They inform people and decide nothing.
 */
export function measure(before: Measured | null, now: Measured | null): Mark['criteria'] {
  const first = before ?? now;
  const lacking = first === null ? [] : criteriaOf(first);
  const present = now === null ? [] : criteriaOf(now);
  return lacking
    .filter(({ holds }) => !holds)
    .map(({ rule }) => {
      const found = present.find((each) => each.rule === rule);
      return { rule, holds: found?.holds ?? null, now: found?.now ?? null };
    });
}
