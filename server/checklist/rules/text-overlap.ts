import type { TextFact } from '../facts.ts';
import type { Rule, Violation } from '../rule.ts';
import { areaOfBox, around, meeting } from '../support/boxes.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** Of the lower of two lines: the room above and below letters may well overlap. */
const HEIGHT = 0.4;
/** Of the narrower, and in CSS pixels */
const WIDTH = 0.2;
const MIN_WIDTH = 6;
/** Times the size: a number behind a heading is decoration. */
const DECORATION = 2.5;
/** Of a line's height: runs of one paragraph lie on its lines. */
const OFF_LINE = 0.2;
/** Of the size: what headings with little room between their lines still have */
const LINE_ROOM = 0.68;
/** A page with more has something that this cannot judge, such as words on a map. */
const MAX_PAIRS = 12;

const isSameStyle = (one: TextFact, other: TextFact): boolean =>
  Math.abs(one.size - other.size) < 0.5 && one.family === other.family;

/** Whether both may be parts of one paragraph, whose boxes meet without their letters doing so. */
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
  if (one.flow !== undefined && one.flow === other.flow) return false;
  if (Math.max(one.size, other.size) > Math.min(one.size, other.size) * DECORATION) return false;
  const line = (fact: TextFact): number => fact.box.height / fact.lines;
  const isDeep = shared.height >= Math.min(line(one), line(other)) * HEIGHT;
  const isWide = shared.width >= Math.max(MIN_WIDTH * scale, Math.min(one.box.width, other.box.width) * WIDTH);
  return isDeep && isWide && !mayFlowTogether(one, other, scale);
}

/** From line to line, in CSS pixels; Infinity for one line */
function lineStep({ box, lines, size }: TextFact, scale: number): number {
  return lines < 2 ? Number.POSITIVE_INFINITY : (box.height / scale - size * 1.15) / (lines - 1);
}

export const textOverlap: Rule = {
  id: 'text-overlap',
  title: 'Overlapping text',
  checks: 'No text is printed over another.',
  why: 'Words that are printed over each other cannot be read.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  kinds: ['page', 'slide', 'email'],
  find({ facts }) {
    if (isDarkEmail({ facts })) return [];
    const { texts, scale } = facts;
    // Something opaque lies over texts: which of them can be seen where boxes meet is not known then.
    const hasPanels = texts.some(({ covered }) => covered);
    const seen = texts
      .filter(
        ({ covered, incidental, text, size, leavesGround }) =>
          // Beyond the ground that its colour is for, it may not be seen over another.
          !covered && !incidental && leavesGround !== true && size > 0 && /[\p{L}\p{N}]{2}/u.test(text),
      )
      .sort((one, other) => one.box.y - other.box.y);
    const found = seen
      // Of a text that is cut, the height of its lines is not known.
      .filter((fact) => fact.cut === null && lineStep(fact, scale) < fact.size * LINE_ROOM)
      .map(
        ({ box, text }): Violation => ({
          box,
          what: `The lines of ${quote(text)} lie over each other.`,
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
          what: `${quote(one.text, 40)} and ${quote(other.text, 40)} lie over each other.`,
          fix: 'Give both room of their own: no fixed height or place that the text can outgrow.',
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
