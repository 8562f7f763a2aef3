import type { PixelBox, TextFact } from '../facts.ts';
import type { Rule } from '../rule.ts';
import { meeting } from '../support/boxes.ts';
import { isMainView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

const isInRow = (one: PixelBox, other: PixelBox): boolean =>
  one.y < other.y + other.height && other.y < one.y + one.height;

/** The heading at a place, and the one that can be seen before it. */
function placed(box: PixelBox, texts: readonly TextFact[]): { heading: TextFact; before: TextFact } | null {
  const headings = texts.filter(({ role }) => role === 'heading');
  const at = headings.findIndex((each) => meeting(each.box, box) !== null);
  const heading = headings[at];
  const last = headings[at - 1];
  if (heading === undefined || last === undefined) return null;
  // It may hold a version or a sign beside its words, as runs of their own.
  const parts = headings.slice(0, at).filter((each) => each.level === last.level && isInRow(each.box, last.box));
  return { heading, before: parts.sort((one, other) => other.text.length - one.text.length)[0] ?? last };
}

export const headingOrder: Rule = {
  id: 'heading-order',
  title: 'Skipped heading level',
  checks: 'Headings go down one level at a time (WCAG 2.2, 1.3.1).',
  why: 'Screen readers list headings as a table of contents, and a gap in it reads like a missing part.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'heading', one: 'skips a level', more: 'skip a level' },
  find(scene) {
    const { facts } = scene;
    if (!isMainView(scene)) return [];
    // The accessibility engine knows of headings that are for screen readers alone.
    return facts.violations.flatMap(({ rule, box }) => {
      const found = rule === 'heading-order' ? placed(box, facts.texts) : null;
      const level = found?.heading.level ?? null;
      const above = found?.before.level ?? null;
      // Without a gap that can be seen it would not be understood.
      if (found === null || level === null || above === null || level <= above + 1) return [];
      return [
        {
          box: found.heading.box,
          what: `${quote(found.heading.text)} is an H${level} right after an H${above}, ${quote(found.before.text)}.`,
          fix: `Make it an H${above + 1}, and set its size with a style.`,
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
