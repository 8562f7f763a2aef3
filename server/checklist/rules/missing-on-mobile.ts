import type { PixelBox, ShotFacts, TextFact } from '../../contract/shot-facts.ts';
import type { Other, Rule, Violation } from '../rule.ts';
import { endsEarly } from '../support/ends-early.ts';
import { widerView } from '../support/main-view.ts';
import { plain, quote } from '../support/words.ts';

/** Height of the bar at the top in CSS pixels: its menus and sign-in fold away on phones, and should. */
const BAR = 120;
/**
 * The width in CSS pixels of a column at a side, and the number of links in it, that make it a menu, which folds away
 * as well.
 */
const MENU = 300;
const LINKS = 5;
/** The largest distance in CSS pixels between the tops of elements in one row, and how many make a row */
const SAME_ROW = 4;
const ROW = 3;
/** A name that appears more often belongs to rows, whose actions may hide behind one button. */
const MAX_ALIKE = 2;
/** The share of its words found on the phone from which it is there in other words */
const SAME_WORDS = 0.6;
/** Font weight of links that look like buttons; the selected entry of a menu rarely has it. */
const BOLD = 500;
/** With less than this share of the desktop's texts, the phone shows another page. */
const SAME_PAGE = 0.4;

interface Wanted {
  name: string;
  box: PixelBox;
  isButton: boolean;
}

const isMainHeading = ({ role, level, incidental }: TextFact): boolean =>
  role === 'heading' && level !== null && level <= 2 && !incidental;

/** Whether both may be runs of one heading, of which a phone may show a part. */
const isSameHeading = (one: TextFact, other: TextFact | undefined, scale: number): boolean =>
  other !== undefined && other.level === one.level && Math.abs(other.box.y - one.box.y) < 2 * one.size * scale;

/** Returns links that look like buttons: on a background colour that no other text has. */
function prominentLinks(texts: readonly TextFact[]): Wanted[] {
  const common = new Set(texts.filter(({ role }) => role !== 'link' && role !== 'button').map(({ ground }) => ground));
  return texts
    .filter(({ role, ground, weight }) => role === 'link' && weight >= BOLD && ground !== null && !common.has(ground))
    .map(({ text, box }) => ({ name: text, box, isButton: true }));
}

/** Returns what people come for: the main headings, and the buttons below the bar. */
function wantedOf({ facts: { texts, controls, scale }, shot }: Other): Wanted[] {
  const sides = [
    (box: PixelBox): boolean => box.y >= BAR * scale && box.x + box.width <= MENU * scale,
    (box: PixelBox): boolean => box.y >= BAR * scale && box.x >= shot.width - MENU * scale,
  ].filter((isAtSide) => controls.filter(({ kind, box }) => kind === 'link' && isAtSide(box)).length >= LINKS);
  const headings = texts
    .filter((fact, at) => {
      const besides = [texts[at - 1], texts[at + 1]];
      return isMainHeading(fact) && !besides.some((other) => isSameHeading(fact, other, scale));
    })
    .map(({ text, box }) => ({ name: text, box, isButton: false }));
  const buttons = controls
    .filter(({ kind, name, disabled }) => kind === 'button' && name !== '' && !disabled)
    .map(({ name, box }) => ({ name, box, isButton: true }));
  const all = [...headings, ...buttons, ...prominentLinks(texts)].filter(
    ({ box, name }) => box.y >= BAR * scale && plain(name).length > 2 && !sides.some((isAtSide) => isAtSide(box)),
  );
  const count = (name: string): number => all.filter((other) => plain(other.name) === plain(name)).length;
  return all.filter(({ name }, at) => {
    const isFirst = all.findIndex((other) => plain(other.name) === plain(name)) === at;
    return isFirst && count(name) <= MAX_ALIKE;
  });
}

/** The letters of a word that its inflected forms have in common; short words prove little. */
const STEM = 4;
const stemmed = (words: readonly string[]): string[] => words.map((word) => word.slice(0, STEM));
const wordsOf = (words: string): string[] => plain(words).split(' ');

/** Returns the stems of the words that identify it: the long words of a heading, shorter ones too for a button. */
function stems(words: string, isButton: boolean): string[] {
  const telling = wordsOf(words).filter((word) => word.length >= (isButton ? 2 : STEM));
  return stemmed(telling.length > 0 ? telling : wordsOf(words));
}

const stemsOf = ({ texts, controls }: ShotFacts): Set<string> =>
  new Set(
    [...texts.map(({ text }) => text), ...controls.map(({ name }) => name)].flatMap((each) => stemmed(wordsOf(each))),
  );

/** Whether it belongs to a row of which the phone shows some: the others appear when people scroll the row. */
function isInRow({ box }: Wanted, desktop: ShotFacts, said: ReadonlySet<string>): boolean {
  const mates = [
    ...desktop.controls.map(({ name, box: place }) => ({ name, place })),
    ...desktop.texts.filter(({ role }) => role === 'heading').map(({ text, box: place }) => ({ name: text, place })),
  ].filter(({ place }) => place.x !== box.x && Math.abs(place.y - box.y) <= SAME_ROW * desktop.scale);
  return mates.length >= ROW - 1 && mates.some(({ name }) => said.has(plain(name)));
}

/**
 * Returns how far down the wider view the texts reach that both views show exactly once. A screenshot that ends early
 * may have cut off everything after them.
 */
function lastOfBoth({ texts }: ShotFacts, others: readonly TextFact[]): number {
  const isOnce = (own: string, all: readonly TextFact[]): boolean =>
    all.filter(({ text }) => plain(text) === own).length === 1;
  const both = texts.filter(({ text }) => isOnce(plain(text), texts) && isOnce(plain(text), others));
  return Math.max(0, ...both.map(({ box }) => box.y));
}

export const missingOnMobile: Rule = {
  id: 'missing-on-mobile',
  title: 'Missing on mobile',
  checks: 'The main headings and buttons of the desktop view are also in the mobile view.',
  why: 'People on phones cannot find this content or take this action.',
  severity: 'suggestion',
  types: ['ui', 'website'],
  kinds: ['page'],
  find(scene) {
    const desktop = widerView(scene);
    if (desktop === null || desktop.facts.kind !== 'page') return [];
    const { texts, scale } = scene.facts;
    if (texts.length < desktop.facts.texts.length * SAME_PAGE) return [];
    const said = new Set([
      ...texts.map(({ text }) => plain(text)),
      ...scene.facts.controls.map(({ name }) => plain(name)),
    ]);
    const whole = [...said].join(' | ');
    const words = stemsOf(scene.facts);
    const last = endsEarly(scene) ? lastOfBoth(desktop.facts, texts) : Number.POSITIVE_INFINITY;
    return wantedOf(desktop).flatMap((wanted): Violation[] => {
      const { name, box, isButton } = wanted;
      if (box.y >= last) return [];
      const own = plain(name);
      const telling = stems(name, isButton);
      const known = telling.filter((stem) => words.has(stem)).length / telling.length;
      const isShorter = scene.facts.controls.some((each) => each.name !== '' && own.startsWith(`${plain(each.name)} `));
      if (whole.includes(own) || known >= SAME_WORDS || (isButton && isShorter)) return [];
      if (isInRow(wanted, desktop.facts, said)) return [];
      // The text before it that both views have shows where it belongs.
      const before = desktop.facts.texts
        .filter((fact) => fact.box.y + fact.box.height <= box.y + box.height && said.has(plain(fact.text)))
        .sort((one, other) => other.box.y - one.box.y)[0];
      const neighbour = before && texts.find(({ text }) => plain(text) === plain(before.text));
      const place = neighbour === undefined ? '' : `, where it comes after ${quote(neighbour.text, 40)}`;
      return [
        {
          box: neighbour?.box ?? null,
          what: `The ${isButton ? 'button' : 'heading'} ${quote(name)} is on the ${desktop.shot.viewport?.name ?? 'wider'} view${place}, and nowhere on this one.`,
          fix: `Show it at ${Math.round(scene.shot.width / scale)} px as well, or provide another way to reach it.`,
          weight: isButton ? 0.6 : 0.5,
        },
      ];
    });
  },
  fails: {
    as: 'mobile',
    beside: 'desktop',
    html: `<style>.wide{display:block}@media (max-width:600px){.wide{display:none}}</style>
      <body style="margin:0;font:16px sans-serif"><header style="height:120px"><b>Three Mills</b></header><main>
      <h1 data-defect>A kettle without a cord</h1><button class="wide" style="padding:12px">Order now</button>
      <p>It holds a litre and switches itself off.</p><p>It comes within two days.</p></main></body>`,
  },
  passes: {
    as: 'mobile',
    beside: 'desktop',
    html: `<style>.wide{display:inline}@media (max-width:600px){.wide{display:none}}</style>
      <body style="margin:0;font:16px sans-serif"><header style="height:120px"><b>Three Mills</b> <button class="wide" style="padding:12px">Sign in</button></header><main>
      <h1>A kettle without a cord</h1><button style="padding:12px">Order <span class="wide">it</span> now</button>
      <p>It holds a litre and switches itself off.</p><p class="wide">It comes within two days.</p></main></body>`,
  },
};
