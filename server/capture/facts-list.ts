import type {
  CapturedBox,
  CapturedControl,
  CapturedFacts,
  CapturedImage,
  CapturedPageFacts,
  CapturedText,
  CapturedViolation,
} from './captured-facts.ts';
import { type Fields, isFields, type Limits, readBox } from './said.ts';

/** All lists together, as JSON */
const mostBytes = 300_000;

/** Of the picture, in CSS pixels */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Cut to a length, and to what can be kept: no NUL, no half of a character. */
export const words = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most).replaceAll('\0', '').toWellFormed() : '';

const wordsOrNull = (value: unknown, most: number): string | null =>
  typeof value === 'string' ? words(value, most) : null;

export const number = (value: unknown, most: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : 0;

const colour = (value: unknown): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : null;

function oneOf<const T extends string>(value: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === value) ?? otherwise;
}

function readText(said: Fields, box: CapturedBox): CapturedText {
  const level = number(said.level, 6);
  return {
    text: words(said.text, 300),
    box,
    size: number(said.size, 2_000),
    lines: Math.max(1, Math.round(number(said.lines, 10_000))),
    family: wordsOrNull(said.family, 80),
    weight: number(said.weight, 900) || 400,
    color: colour(said.color),
    ground: colour(said.ground),
    role: oneOf(said.role, ['heading', 'link', 'button', 'field', 'text'], 'text'),
    level: level >= 1 ? Math.round(level) : null,
    cut: said.cut === 'ellipsis' || said.cut === 'edge' ? said.cut : null,
    covered: said.covered === true,
    behindBar: said.behindBar === true,
    incidental: said.incidental === true,
    code: said.code === true,
    flow: Math.round(number(said.flow, 1e6)),
    leavesGround: said.leavesGround === true,
  };
}

const readImage = (said: Fields, box: CapturedBox): CapturedImage => ({
  box,
  state: oneOf(said.state, ['shown', 'broken'], 'shown'),
  naturalWidth: Math.round(number(said.naturalWidth, 1e6)),
  naturalHeight: Math.round(number(said.naturalHeight, 1e6)),
  alt: wordsOrNull(said.alt, 300),
  decorative: said.decorative === true,
  vector: said.vector === true,
  squeezed: said.squeezed === true,
  isControl: said.isControl === true,
});

const readControl = (said: Fields, box: CapturedBox): CapturedControl => ({
  box,
  kind: oneOf(said.kind, ['link', 'button', 'field'], 'button'),
  name: words(said.name, 200),
  inText: said.inText === true,
  covered: said.covered === true,
  disabled: said.disabled === true,
  cut: said.cut === true,
});

const readViolation = (said: Fields, box: CapturedBox): CapturedViolation => ({
  rule: words(said.rule, 60),
  box,
  impact: oneOf(said.impact, ['minor', 'moderate', 'serious', 'critical'], 'moderate'),
  message: words(said.message, 300),
  text: words(said.text, 100),
});

function readStylesheets(value: unknown): CapturedPageFacts['stylesheets'] {
  const said = isFields(value) ? value : {};
  const count = (name: string): number => Math.round(number(said[name], 1_000));
  return { linked: count('linked'), empty: count('empty'), unknown: count('unknown') };
}

const readNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, 20).map((each) => words(each, 60)) : [];

/**
 * What came back from a page, in the right form, and whether the last of it was left out because it was too much; null
 * when it is nothing of the kind.
 */
export function readFacts(
  said: unknown,
  violations: unknown,
  limits: Limits,
): { facts: CapturedFacts; isCut: boolean } | null {
  if (!isFields(said) || !isFields(said.page)) return null;
  let left = mostBytes;
  let isCut = false;

  function read<T>(value: unknown, most: number, make: (said: Fields, box: CapturedBox) => T): T[] {
    const found: T[] = [];
    const all = listOf(value);
    if (all.length >= most) isCut = true;
    for (const each of all.slice(0, most)) {
      const box = readBox(each.box, limits);
      if (box === null) continue;
      const fact = make(each, box);
      const size = Buffer.byteLength(JSON.stringify(fact)) + 1;
      if (size > left) {
        isCut = true;
        break;
      }
      left -= size;
      found.push(fact);
    }
    return found;
  }

  const { page } = said;
  const about: CapturedPageFacts = {
    title: words(page.title, 300),
    description: wordsOrNull(page.description, 1_000),
    language: wordsOrNull(page.language, 60),
    viewportTag: wordsOrNull(page.viewportTag, 1_000),
    screenWidth: number(page.screenWidth, 1e6),
    contentWidth: number(page.contentWidth, 1e6),
    hiddenLeft: number(page.hiddenLeft, 1e6),
    spills: read(page.spills, 20, (each, box) => ({ box, text: words(each.text, 100) })),
    stylesheets: readStylesheets(page.stylesheets),
    usesBrowserFont: page.usesBrowserFont === true,
    hasMenuButton: page.hasMenuButton !== false,
    unseenLinks: read(page.unseenLinks, 20, (each, box) => ({ box, text: words(each.text, 100) })),
    cutTables: read(page.cutTables, 20, (each, box) => ({ box, columns: readNames(each.columns) })),
  };
  left -= Buffer.byteLength(JSON.stringify(about));
  // What is short first: texts have what is left.
  const found = {
    violations: read(violations, 300, readViolation),
    images: read(said.images, 300, readImage),
    controls: read(said.controls, 500, readControl),
  };
  return { facts: { texts: read(said.texts, 1_500, readText), ...found, page: about }, isCut };
}
