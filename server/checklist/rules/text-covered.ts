import type { Rule } from '../rule.ts';
import { areaOfBox, meeting } from '../support/boxes.ts';
import { quote } from '../support/words.ts';

/** With more covered texts, a panel was opened or slides lie in a stack. */
const MAX_COVERED = 3;
/** The share of its place above which other text there means that one of them was hidden on purpose. */
const REPLACED = 0.15;

export const textCovered: Rule = {
  id: 'text-covered',
  title: 'Covered text',
  checks: 'No text is hidden behind an unrelated element.',
  why: 'People cannot read it, even by scrolling.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'text', one: 'is hidden behind it', more: 'are hidden behind it' },
  find({ facts, image }) {
    const { texts } = facts;
    const hidden = texts.filter((fact) => fact.covered && !fact.incidental && /\p{L}{2}/u.test(fact.text));
    const behindBar = hidden
      .filter((fact) => fact.behindBar === true)
      .map(({ box, text }) => ({
        box,
        what: `${quote(text)} is hidden behind the bar at the top, and scrolling does not reveal it.`,
        fix: 'Start the content below the bar, for instance with a padding of the bar’s height.',
        weight: 0.9,
        cause: 'bar',
        name: quote(text, 30),
      }));
    const covered = hidden.filter((fact) => fact.behindBar !== true);
    if (covered.length > MAX_COVERED) return behindBar;
    const inSight = texts.filter((fact) => !fact.covered && !fact.incidental);
    const behindOther = covered.flatMap(({ box, text }) => {
      const isReplaced = inSight.some((other) => {
        const shared = meeting(box, other.box);
        return shared !== null && areaOfBox(shared) > areaOfBox(box) * REPLACED;
      });
      // It is fully covered, so nobody would miss it.
      if (isReplaced || image.isFlat(box)) return [];
      return [
        {
          box,
          what: `${quote(text)} is hidden behind another element.`,
          fix: 'Move one of them or add space, so that they do not overlap.',
          weight: 0.85,
        },
      ];
    });
    return [...behindBar, ...behindOther];
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Opening hours</h1><p data-defect style="width:330px">Monday to Friday from nine to six o’clock</p>
      <div style="position:relative;width:250px;height:60px;margin-top:-42px;background:#246"></div><p>Saturday from ten to two</p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Opening hours</h1><p>Monday to Friday from nine to six o’clock</p>
      <div style="width:250px;height:60px;background:#246"></div>
      <div style="display:grid"><p style="grid-area:1/1">The first slide of three</p><p style="grid-area:1/1;background:#fff">The second slide of three</p></div></body>`,
  },
};
