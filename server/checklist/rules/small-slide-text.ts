import type { Rule } from '../rule.ts';
import { blocksOf, countWords, isForScreen } from '../support/slide-blocks.ts';
import { isForReference, isFurniture, isSaidBefore, isSource, points } from '../support/slide-parts.ts';
import { quote } from '../support/words.ts';

/**
 * Points of a slide that is 13.33 in wide. Seen from the back of a room, 12 pt on a wall look like 7 px on a desk's
 * screen; the usual advice is 18 and more. Labels of a word or two in a drawing manage with less.
 */
const READING = 12;
const LABEL = 9;
const ADVISED = 16;
const READING_WORDS = 4;
/** Tolerance, because files round sizes. */
const ROUNDING = 0.1;

export const smallSlideText: Rule = {
  id: 'small-slide-text',
  title: 'Small text on a slide',
  checks: `On a slide of standard size, sentences are at least ${READING} pt and labels at least ${LABEL} pt; footers and sources are exempt.`,
  why: 'People at the back of a room or in a small call window cannot read it.',
  severity: 'polish',
  types: ['presentation'],
  kinds: ['slide'],
  find(scene) {
    const { facts } = scene;
    if (!isForScreen(facts)) return [];
    const isReference = isForReference(scene);
    return blocksOf(facts).flatMap((block) => {
      const words = countWords(block.text);
      const least = words >= READING_WORDS && !isReference ? READING : LABEL;
      if (block.size <= 0 || block.size > least - ROUNDING || !/\p{L}{3}/u.test(block.text)) return [];
      if (isFurniture(block, scene) || isSaidBefore(block, scene) || isSource(block)) return [];
      const size = points(block.size, facts);
      return [
        {
          box: block.box,
          what: `${quote(block.text)} is set in ${size}; the minimum on a slide of this size is ${points(least, facts)}.`,
          fix: `Set it in ${points(ADVISED, facts)} or more, and cut words if there is no room.`,
          weight:
            (block.size < LABEL ? 0.65 : block.size < (READING + LABEL) / 2 ? 0.5 : 0.4) + Math.min(0.15, words / 200),
        },
      ];
    });
  },
  fails: {
    as: 'slide',
    html: `<body style="font:24px sans-serif"><div style="padding:36px"><h1 style="margin:0 0 20px;font-size:36px">Returns by country</h1>
      <p>Spain sends back the fewest parcels.</p>
      <p data-defect style="font-size:8px;width:420px">Counted are parcels that came back within thirty days, without those that nobody was at home for, which the carrier brings back by itself.</p></div></body>`,
  },
  passes: {
    as: 'slide',
    html: `<body style="font:24px sans-serif;margin:0"><div style="padding:36px"><h1 style="margin:0 0 20px;font-size:36px">Returns by country</h1>
      <p>Spain sends back the fewest parcels.</p><p style="font-size:14px">Parcels that came back within thirty days.</p></div>
      <p style="position:absolute;left:36px;top:512px;margin:0;font-size:9px">Source: our own books, January to June · 12</p></body>`,
  },
};
