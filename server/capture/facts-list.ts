import type {
  CapturedBox,
  CapturedControl,
  CapturedFacts,
  CapturedImage,
  CapturedPageFacts,
  CapturedText,
  CapturedViolation,
} from './captured-facts.ts';
import { type Fields, isFields, readBox, readList, readNumber, readText, type Size } from './page-data.ts';

/** The largest size of all lists together, as JSON */
const maxBytes = 300_000;

const readTextOrNull = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? readText(value, max) : null;

const colour = (value: unknown): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : null;

function oneOf<const T extends string>(value: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === value) ?? otherwise;
}

function readTextRun(data: Fields, box: CapturedBox): CapturedText {
  const level = readNumber(data.level, 6);
  return {
    text: readText(data.text, 300),
    box,
    size: readNumber(data.size, 2_000),
    lines: Math.max(1, Math.round(readNumber(data.lines, 10_000))),
    family: readTextOrNull(data.family, 80),
    weight: readNumber(data.weight, 900) || 400,
    color: colour(data.color),
    ground: colour(data.ground),
    role: oneOf(data.role, ['heading', 'link', 'button', 'field', 'text'], 'text'),
    level: level >= 1 ? Math.round(level) : null,
    cut: data.cut === 'ellipsis' || data.cut === 'edge' ? data.cut : null,
    covered: data.covered === true,
    behindBar: data.behindBar === true,
    incidental: data.incidental === true,
    code: data.code === true,
    flow: Math.round(readNumber(data.flow, 1e6)),
    leavesGround: data.leavesGround === true,
    overlaid: data.overlaid === true,
    outlined: data.outlined === true,
  };
}

function readDrawn(data: unknown): Pick<CapturedImage, 'drawn'> {
  if (!isFields(data)) return {};
  const [width, height] = [readNumber(data.width, 1e6), readNumber(data.height, 1e6)];
  return width > 0 && height > 0 ? { drawn: { width, height } } : {};
}

const readImage = (data: Fields, box: CapturedBox): CapturedImage => ({
  box,
  state: oneOf(data.state, ['shown', 'broken'], 'shown'),
  naturalWidth: Math.round(readNumber(data.naturalWidth, 1e6)),
  naturalHeight: Math.round(readNumber(data.naturalHeight, 1e6)),
  alt: readTextOrNull(data.alt, 300),
  decorative: data.decorative === true,
  vector: data.vector === true,
  squeezed: data.squeezed === true,
  ...readDrawn(data.drawn),
  isControl: data.isControl === true,
});

const readControl = (data: Fields, box: CapturedBox): CapturedControl => ({
  box,
  kind: oneOf(data.kind, ['link', 'button', 'field'], 'button'),
  name: readText(data.name, 200),
  inText: data.inText === true,
  covered: data.covered === true,
  disabled: data.disabled === true,
  cut: data.cut === true,
});

const readViolation = (data: Fields, box: CapturedBox): CapturedViolation => ({
  rule: readText(data.rule, 60),
  box,
  impact: oneOf(data.impact, ['minor', 'moderate', 'serious', 'critical'], 'moderate'),
  message: readText(data.message, 300),
  text: readText(data.text, 100),
});

function readStylesheets(value: unknown): CapturedPageFacts['stylesheets'] {
  const data = isFields(value) ? value : {};
  const count = (name: string): number => Math.round(readNumber(data[name], 1_000));
  return { linked: count('linked'), empty: count('empty'), unknown: count('unknown') };
}

const readNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, 20).map((each) => readText(each, 60)) : [];

/**
 * Reads a page's answer as facts. Reports in `isCut` whether facts were left out because there were too many. Returns
 * null when the answer is malformed.
 */
export function readFacts(
  data: unknown,
  violations: unknown,
  limits: Size,
): { facts: CapturedFacts; isCut: boolean } | null {
  if (!isFields(data) || !isFields(data.page)) return null;
  let left = maxBytes;
  let isCut = false;

  function read<T>(value: unknown, max: number, make: (data: Fields, box: CapturedBox) => T): T[] {
    const found: T[] = [];
    const all = readList(value);
    if (all.length >= max) isCut = true;
    for (const each of all.slice(0, max)) {
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

  const { page } = data;
  const about: CapturedPageFacts = {
    title: readText(page.title, 300),
    description: readTextOrNull(page.description, 1_000),
    language: readTextOrNull(page.language, 60),
    viewportTag: readTextOrNull(page.viewportTag, 1_000),
    screenWidth: readNumber(page.screenWidth, 1e6),
    contentWidth: readNumber(page.contentWidth, 1e6),
    hiddenLeft: readNumber(page.hiddenLeft, 1e6),
    spills: read(page.spills, 20, (each, box) => ({ box, text: readText(each.text, 100) })),
    stylesheets: readStylesheets(page.stylesheets),
    usesBrowserFont: page.usesBrowserFont === true,
    maskedTo: readNumber(page.maskedTo, 1e6),
    hasMenuButton: page.hasMenuButton !== false,
    unseenLinks: read(page.unseenLinks, 20, (each, box) => ({ box, text: readText(each.text, 100) })),
    cutTables: read(page.cutTables, 20, (each, box) => ({ box, columns: readNames(each.columns) })),
  };
  left -= Buffer.byteLength(JSON.stringify(about));
  // Short lists first; texts get the remaining bytes.
  const found = {
    violations: read(violations, 300, readViolation),
    images: read(data.images, 300, readImage),
    controls: read(data.controls, 500, readControl),
  };
  return { facts: { texts: read(data.texts, 1_500, readTextRun), ...found, page: about }, isCut };
}
