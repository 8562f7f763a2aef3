import type { Other, Rule, Violation } from '../rule.ts';
import { isForScreen } from '../support/slide-blocks.ts';
import { titleOf } from '../support/slide-parts.ts';
import { quote } from '../support/words.ts';

/** With fewer other titles their usual place is unknown. */
const MIN_OTHERS = 3;
/** The share of the other titles that must agree */
const AGREE = 0.75;
/** The share of all titles that must be in the slide's own style */
const SHARED = 0.5;
/** The number of other slides with the same title place that make it a layout */
const LAYOUT = 2;
/**
 * Fractions of the slide's sides: up to `SAME` it is the same place; beyond `NEAR_X` or `NEAR_Y` it is another layout
 * on purpose.
 */
const SAME = 0.012;
const NEAR_X = 0.2;
const NEAR_Y = 0.12;
/** Ratios of two sizes: up to which they are the same, and from which they differ */
const SAME_SIZE = 1.08;
const OTHER_SIZE = 1.25;

interface Place {
  text: string;
  /** Fractions of the slide: left edge, horizontal middle, upper and lower edge */
  left: number;
  middle: number;
  top: number;
  bottom: number;
  size: number;
  /** Its font; a different one means a different layout */
  style: string;
}

function placeOf(slide: Pick<Other, 'shot' | 'facts'>): Place | null {
  const title = isForScreen(slide.facts) ? titleOf(slide) : null;
  if (title === null) return null;
  const { shot } = slide;
  const { x, y, width, height } = title.box;
  return {
    text: title.text,
    left: x / shot.width,
    middle: (x + width / 2) / shot.width,
    top: y / shot.height,
    bottom: (y + height) / shot.height,
    size: title.size,
    style: `${title.texts[0]?.family} ${title.texts[0]?.weight}`,
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the value that most others share; null when they do not agree. */
function usual(values: readonly number[], isSame: (one: number, other: number) => boolean): number | null {
  const middle = median(values);
  const agreeing = values.filter((value) => isSame(value, middle)).length;
  return agreeing >= MIN_OTHERS && agreeing >= values.length * AGREE ? middle : null;
}

const isSamePlace = (one: number, other: number): boolean => Math.abs(one - other) <= SAME;
const isSameSize = (one: number, other: number): boolean => Math.max(one, other) <= Math.min(one, other) * SAME_SIZE;

/** Whether other titles stand at the same place in the same size: then it is a layout of its own. */
const isLayout = (own: Place, others: readonly Place[]): boolean =>
  others.filter(
    (other) =>
      isSamePlace(own.top, other.top) &&
      (isSamePlace(own.left, other.left) || isSamePlace(own.middle, other.middle)) &&
      isSameSize(own.size, other.size),
  ).length >= LAYOUT;

/**
 * Returns how far the title is from the others, on the sides where these agree; 0 where that is little, or on purpose.
 */
function shift(
  own: Place,
  others: readonly Place[],
  sides: readonly ('left' | 'middle' | 'top' | 'bottom')[],
  most: number,
): number {
  const shifts = sides.flatMap((side) => {
    const place = usual(
      others.map((other) => other[side]),
      isSamePlace,
    );
    return place === null ? [] : [own[side] - place];
  });
  if (shifts.length === 0 || shifts.some((each) => Math.abs(each) <= SAME * 1.5)) return 0;
  const nearest = shifts.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0;
  return Math.abs(nearest) > most ? 0 : nearest;
}

const percent = (share: number): string => `${Math.round(Math.abs(share) * 1000) / 10} %`;

export const inconsistentTitles: Rule = {
  id: 'inconsistent-titles',
  title: 'Inconsistent slide title',
  checks: 'A slide’s title has the same position and size as on most other slides.',
  why: 'A title that jumps between slides distracts from the content.',
  severity: 'polish',
  types: ['presentation'],
  kinds: ['slide'],
  find(scene) {
    const own = placeOf(scene);
    const title = titleOf(scene);
    // The first slide and those of a chapter have layouts of their own.
    const titled = scene.others
      .filter(({ shot }) => shot.pageNumber !== 1)
      .map(placeOf)
      .filter((each) => each !== null);
    if (own === null || title === null || scene.shot.pageNumber === 1) return [];
    const others = titled.filter(({ style }) => style === own.style);
    // A title in a rare style is not comparable with the others.
    if (others.length < MIN_OTHERS || others.length < titled.length * SHARED || isLayout(own, others)) return [];
    const across = shift(own, others, ['left', 'middle'], NEAR_X);
    const down = shift(own, others, ['top', 'bottom'], NEAR_Y);
    const size = usual(
      others.map((other) => other.size),
      isSameSize,
    );
    const ratio = size === null ? 1 : own.size / size;
    const isOtherSize = Math.max(ratio, 1 / ratio) >= OTHER_SIZE;
    // Size and place both differ: it is another layout.
    if (isOtherSize && (across !== 0 || down !== 0)) return [];
    const differences = [
      ...(across === 0 ? [] : [`${percent(across)} of the width further ${across > 0 ? 'right' : 'left'}`]),
      ...(down === 0 ? [] : [`${percent(down)} of the height ${down > 0 ? 'lower' : 'higher'}`]),
    ];
    const violation = (what: string, fix: string): Violation => ({ box: title.box, what, fix, weight: 0.45 });
    if (isOtherSize && size !== null) {
      const times = `${Math.round(Math.abs(ratio - 1) * 100)} % ${ratio > 1 ? 'larger' : 'smaller'}`;
      return [
        violation(
          `The title ${quote(own.text)} is ${times} than the titles of the other slides.`,
          'Use the size of the other titles; shorten the title if it does not fit.',
        ),
      ];
    }
    if (differences.length === 0) return [];
    return [
      violation(
        `The title ${quote(own.text)} is ${differences.join(' and ')} than the titles of the other slides.`,
        'Move it to the position of the other titles, or reapply the template’s layout.',
      ),
    ];
  },
  fails: {
    as: 'slide',
    html: `<style>section{height:540px;position:relative;overflow:hidden;break-after:page}h1{position:absolute;left:48px;top:36px;margin:0;font-size:36px}p{position:absolute;left:48px;top:120px}</style>
      <body style="font:24px sans-serif">${['Where we stand', 'Who buys', 'What they say', 'What it costs'].map((name) => `<section><h1>${name}</h1><p>Nine in ten would order again, and soon.</p></section>`).join('')}
      <section><h1 data-defect style="left:96px;top:60px">What comes next</h1><p>Two more depots, and a third in the autumn.</p></section></body>`,
  },
  passes: {
    as: 'slide',
    html: `<style>section{height:540px;position:relative;overflow:hidden;break-after:page}h1{position:absolute;left:48px;top:36px;margin:0;font-size:36px}p{position:absolute;left:48px;top:140px}</style>
      <body style="font:24px sans-serif">${['Where we stand', 'Who buys', 'What they say', 'What comes next: two more depots in spring, and a third in the autumn'].map((name) => `<section><h1>${name}</h1><p>Nine in ten would order again, and soon.</p></section>`).join('')}
      <section style="background:#123;color:#fff"><h1 style="left:0;right:0;text-align:center;top:230px;font-size:54px">Questions</h1></section></body>`,
  },
};
