import type { ShotFacts, TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Violation } from '../rule.ts';
import { meeting } from '../support/boxes.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** Average width of a letter in Latin text faces, in ems */
const LETTER = 0.5;
/** The visible share below which nobody can read a heading or a button. */
const READABLE = 0.5;

/** Returns roughly the share of a text that is visible. */
function seenShare({ text, size, box, lines }: TextFact, scale: number): number {
  const needed = text.length * size * LETTER;
  return needed === 0 ? 1 : ((box.width / scale) * lines) / needed;
}

/** The height in CSS pixels below which a button without visible words is a sliver. */
const SLIVER = 12;
/** The smallest width of a letter of its name, in CSS pixels */
const NARROW = 4;

/** Returns violations for buttons that a container cuts down to a sliver without words. */
function cutButtons({ controls, texts, images, scale }: ShotFacts): Violation[] {
  const slivers = controls.filter(({ kind, name, box, covered, disabled }) => {
    if (kind !== 'button' || covered || disabled || name.trim().length < 3) return false;
    if (box.height >= SLIVER * scale || box.width < name.trim().length * NARROW * scale) return false;
    return [...texts, ...images].every((fact) => meeting(fact.box, box) === null);
  });
  // The dashes below a carousel are all alike.
  const isRow =
    slivers.length > 1 && slivers.every(({ box }) => Math.abs(box.width - (slivers[0]?.box.width ?? 0)) < 1);
  return (isRow ? [] : slivers).map(({ box, name }) => ({
    box,
    what: `The button ${quote(name)} is cut off: only a sliver of it is visible.`,
    fix: 'Let its container grow with its content.',
    weight: 0.95,
  }));
}

const named = ({ role }: TextFact): string =>
  ({ heading: 'The heading ', button: 'The button ', link: 'The link ', field: 'The field ', text: '' })[role];

export const textCutOff: Rule = {
  id: 'text-cut-off',
  title: 'Text cut off',
  checks: 'No text is clipped at the edge of its container, and no heading or button loses its meaning to an ellipsis.',
  why: 'People cannot read the rest, and nothing shows that there is more.',
  severity: 'polish',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  alike: { noun: 'text', one: 'is cut off like this', more: 'are cut off like this' },
  find({ facts }) {
    if (isDarkEmail({ facts })) return [];
    const ofTexts = facts.texts.flatMap((fact) => {
      const { cut, covered, incidental, role, text, box } = fact;
      if (cut === null || covered || incidental || text.trim().length < 2) return [];
      const isMain = role === 'heading' || role === 'button';
      if (cut === 'edge') {
        return [
          {
            box,
            what: `${named(fact)}${quote(text)} is cut off at the edge of its box.`,
            fix: 'Let the box grow with its text, or let the text wrap.',
            weight: isMain ? 0.9 : 0.8,
            // Cells of one row or the same part of several cards share a cause
            cause: `${role} of ${fact.size}`,
            name: quote(text, 30),
          },
        ];
      }
      if (!isMain || seenShare(fact, facts.scale) >= READABLE) return [];
      return [
        {
          box,
          what: `${named(fact)}${quote(text, 90)} is shortened to less than half.`,
          fix: 'Give it more room or a second line, or say it in fewer words.',
          weight: 0.55,
        },
      ];
    });
    return [...cutButtons(facts), ...ofTexts];
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Delivery</h1>
      <p data-defect style="width:220px;height:34px;overflow:hidden;line-height:24px">We bring it to your door between eight and noon, and call you half an hour before.</p>
      <button data-defect style="width:110px;overflow:hidden;white-space:nowrap;font:16px sans-serif;padding:8px 0;text-align:left">Confirm the delivery</button></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Delivery</h1>
      <p style="width:220px;height:48px;overflow:hidden;line-height:24px">We bring it to your door in the morning.</p>
      <p style="width:220px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A long note that a list may well shorten</p>
      <pre style="width:200px;overflow-x:auto">npm install --save-exact sightline</pre></body>`,
  },
};
