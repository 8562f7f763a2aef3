import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Violation } from '../rule.ts';
import { areaOfBox, around, meeting } from '../support/boxes.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** The share of the lower line's height that must be covered: the space above and below letters may overlap. */
const HEIGHT = 0.4;
/** The width that must be covered: as a share of the narrower text, and in CSS pixels */
const WIDTH = 0.2;
const MIN_WIDTH = 6;
/** The ratio of two sizes above which the larger text is decoration, such as a number behind a heading. */
const DECORATION = 2.5;
/** The share of a line's height by which text may be off a paragraph's lines and still be one of its runs. */
const OFF_LINE = 0.2;
/** The distance of lines, as a share of the font size, that even tightly set headings keep */
const LINE_ROOM = 0.68;
/** With more pairs, the page has something that this rule cannot judge, such as words on a map. */
const MAX_PAIRS = 12;

const isSameStyle = (one: TextFact, other: TextFact): boolean =>
  Math.abs(one.size - other.size) < 0.5 && one.family === other.family;

/** Whether both may be parts of one paragraph, whose boxes meet while their letters do not. */
function mayFlowTogether(one: TextFact, other: TextFact, scale: number): boolean {
  if (one.lines === 1 && other.lines === 1) return false;
  if (one.role !== other.role && (one.role === 'heading' || other.role === 'heading')) return false;
  if (one.level !== other.level) return false;
  if (!isSameStyle(one, other)) return true;
  const [long, short] = one.lines >= other.lines ? [one, other] : [other, one];
  const letters = long.size * 1.15 * scale;
  const step = (long.box.height - letters) / (long.lines - 1);
  const at = (short.box.y - long.box.y) / Math.max(1, step);
  return Math.abs(at - Math.round(at)) * step < letters * OFF_LINE;
}

function isOver(one: TextFact, other: TextFact, scale: number): boolean {
  const shared = meeting(one.box, other.box);
  if (shared === null || one.text === other.text) return false;
  if (one.overlaid === true || other.overlaid === true) return false;
  if (one.flow !== undefined && one.flow === other.flow) return false;
  if (Math.max(one.size, other.size) > Math.min(one.size, other.size) * DECORATION) return false;
  const line = (fact: TextFact): number => fact.box.height / fact.lines;
  const isDeep = shared.height >= Math.min(line(one), line(other)) * HEIGHT;
  const isWide = shared.width >= Math.max(MIN_WIDTH * scale, Math.min(one.box.width, other.box.width) * WIDTH);
  return isDeep && isWide && !mayFlowTogether(one, other, scale);
}

/** Returns the distance from line to line in CSS pixels; Infinity for one line */
function lineStep({ box, lines, size }: TextFact, scale: number): number {
  return lines < 2 ? Number.POSITIVE_INFINITY : (box.height / scale - size * 1.15) / (lines - 1);
}

export const textOverlap: Rule = {
  id: 'text-overlap',
  title: 'Overlapping text',
  checks: 'No text overlaps other text.',
  why: 'Overlapping words cannot be read.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  kinds: ['page', 'slide', 'email'],
  find({ facts }) {
    if (isDarkEmail({ facts })) return [];
    const { texts, scale } = facts;
    // Something opaque covers texts, so where boxes meet it is unknown which text is visible.
    const hasPanels = texts.some(({ covered }) => covered);
    const seen = texts
      .filter(
        ({ covered, incidental, text, size, leavesGround }) =>
          // Outside its own background it may be invisible over another text.
          !covered && !incidental && leavesGround !== true && size > 0 && /[\p{L}\p{N}]{2}/u.test(text),
      )
      .sort((one, other) => one.box.y - other.box.y);
    const found = seen
      // The line height of a cut text is unknown.
      .filter((fact) => fact.cut === null && lineStep(fact, scale) < fact.size * LINE_ROOM)
      .map(
        ({ box, text }): Violation => ({
          box,
          what: `The lines of ${quote(text)} overlap.`,
          fix: 'Set its line height to 1.1 or more.',
          weight: 0.9,
        }),
      );
    seen.forEach((one, at) => {
      for (const other of seen.slice(at + 1)) {
        if (other.box.y >= one.box.y + one.box.height) break;
        if (hasPanels && (one.lines > 1 || other.lines > 1)) continue;
        if (!isOver(one, other, scale)) continue;
        const shared = meeting(one.box, other.box);
        const share = shared === null ? 0 : areaOfBox(shared) / Math.min(areaOfBox(one.box), areaOfBox(other.box));
        found.push({
          box: around(one.box, other.box),
          what: `${quote(one.text, 40)} and ${quote(other.text, 40)} overlap.`,
          fix: 'Give each text its own space: avoid fixed heights and positions that the text can outgrow.',
          weight: share > 0.3 ? 0.95 : 0.85,
        });
      }
    });
    return found.length > MAX_PAIRS ? [] : found;
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Invoices</h1>
      <div data-defect style="position:relative;width:300px;height:34px"><span style="position:absolute;left:0;top:0">Paid on the third of May</span>
      <span style="position:absolute;left:90px;top:6px">Reminder was sent</span></div></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px/1 sans-serif"><h1 style="line-height:.9">Invoices and<br>reminders of May</h1>
      <p style="width:300px">A paragraph of several lines with <b>bold words that wrap</b> in it, <a href="#a">a link that wraps</a> and an end.</p>
      <div style="position:relative;width:40px"><svg width="32" height="32" aria-hidden="true"><rect width="32" height="32" fill="#ddd"/></svg>
      <span style="position:absolute;right:0;top:-4px;background:#a00;color:#fff;padding:2px 5px">3</span></div></body>`,
  },
};
