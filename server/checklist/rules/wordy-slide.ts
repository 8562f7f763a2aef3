import type { Rule } from '../rule.ts';
import { isCode } from '../support/code-text.ts';
import { countWords, isForScreen } from '../support/slide-blocks.ts';
import { bodyOf, boxAround, isForReference, isSource } from '../support/slide-parts.ts';

/**
 * Words beside the title. Advice for slides ranges from 25 to 50. People read about 240 a minute, so 75 take about
 * twenty seconds in which they do not listen. A slide with twice as many is a page of a report.
 */
const MAX_WORDS = 75;
const FAR_TOO_MANY = 150;
const ADVISED = 40;

export const wordySlide: Rule = {
  id: 'wordy-slide',
  title: 'Too many words on a slide',
  checks: `A slide has at most ${MAX_WORDS} words in addition to its title; references and appendices may have more.`,
  why: 'People either read the slide or listen to the speaker, not both.',
  severity: 'suggestion',
  types: ['presentation'],
  kinds: ['slide'],
  find(scene) {
    if (!isForScreen(scene.facts) || isForReference(scene)) return [];
    const body = bodyOf(scene).filter((block) => !isSource(block) && !block.texts.some(isCode));
    const words = body.reduce((sum, { text }) => sum + countWords(text), 0);
    if (words <= MAX_WORDS) return [];
    return [
      {
        box: boxAround(body),
        what: `The slide has ${words} words in addition to its title; the limit is ${MAX_WORDS}, and up to ${ADVISED} can be read at a glance.`,
        fix: 'Keep what people should remember and say the rest, or split the slide in two.',
        weight: 0.4 + 0.35 * Math.min(1, (words - MAX_WORDS) / (FAR_TOO_MANY - MAX_WORDS)),
      },
    ];
  },
  fails: {
    as: 'slide',
    html: `<body style="font:20px sans-serif"><div style="padding:36px"><h1 style="margin:0 0 20px;font-size:36px">Why we move the warehouse</h1>
      <p data-defect style="margin:0;width:860px">The lease of the hall in the north ends in June, and the owner has told us that the new rent will be a third higher than what we pay today.
      At the same time most of our parcels go to the south, so that every van drives for an hour before it brings its first parcel to a door. We have looked at four halls,
      two of which have room for the sorting machine that we would like to buy next year. The one in the harbour is the cheapest, but its gates are too low for the large vans,
      and to raise them would take the whole summer and a permit that nobody can promise us in time.</p></div></body>`,
  },
  passes: {
    as: 'slide',
    html: `<body style="font:26px sans-serif"><div style="padding:36px"><h1 style="margin:0 0 20px;font-size:36px">Why we move the warehouse</h1>
      <ul><li>The lease ends in June, and the rent rises by a third</li><li>Most parcels go to the south: an hour's drive to the first door</li>
      <li>Two halls have room for the new sorting machine</li></ul></div></body>`,
  },
};
