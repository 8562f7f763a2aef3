import type { PixelBox, TextFact } from '../../contract/shot-facts.ts';
import type { Rule } from '../rule.ts';
import { meeting } from '../support/boxes.ts';
import { isMainView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

const isInRow = (one: PixelBox, other: PixelBox): boolean =>
  one.y < other.y + other.height && other.y < one.y + one.height;

/** Returns the heading at a place and the visible one before it; null when either is missing. */
function placed(box: PixelBox, texts: readonly TextFact[]): { heading: TextFact; before: TextFact } | null {
  const headings = texts.filter(({ role }) => role === 'heading');
  const at = headings.findIndex((each) => meeting(each.box, box) !== null);
  const heading = headings[at];
  const last = headings[at - 1];
  if (heading === undefined || last === undefined) return null;
  // A heading may contain a version or a sign as separate runs, so take the run with the most text.
  const parts = headings.slice(0, at).filter((each) => each.level === last.level && isInRow(each.box, last.box));
  return { heading, before: parts.sort((one, other) => other.text.length - one.text.length)[0] ?? last };
}

export const headingOrder: Rule = {
  id: 'heading-order',
  title: 'Skipped heading level',
  checks: 'Each heading is at most one level below the heading before it (WCAG 2.2, 1.3.1).',
  why: 'Screen readers list headings as an outline, and a skipped level sounds like a missing section.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'heading', one: 'skips a level', more: 'skip a level' },
  find(scene) {
    const { facts } = scene;
    if (!isMainView(scene)) return [];
    // The accessibility engine also sees headings for screen readers only.
    return facts.violations.flatMap(({ rule, box }) => {
      const found = rule === 'heading-order' ? placed(box, facts.texts) : null;
      const level = found?.heading.level ?? null;
      const above = found?.before.level ?? null;
      // Without a visible gap people would not understand the finding.
      if (found === null || level === null || above === null || level <= above + 1) return [];
      return [
        {
          box: found.heading.box,
          what: `${quote(found.heading.text)} is an H${level} right after an H${above}, ${quote(found.before.text)}.`,
          fix: `Make it an H${above + 1}, and set its size with CSS.`,
          weight: 0.42,
          cause: 'skipped',
          name: quote(found.heading.text, 30),
        },
      ];
    });
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Opening hours</h1><p>All our shops, with holidays.</p>
      <h4 data-defect style="width:300px;font-size:20px">On Sundays</h4><p>From ten to two.</p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Opening hours</h1><p>All our shops, with holidays.</p>
      <h2>On weekdays</h2><h3>In the morning</h3><p>From seven to noon.</p><h2>On Sundays</h2><p>From ten to two.</p></body>`,
  },
};
