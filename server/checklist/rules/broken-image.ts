import type { PixelBox } from '../facts.ts';
import type { Rule } from '../rule.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { isSameBox } from '../support/unnamed.ts';
import { quote } from '../support/words.ts';

/** CSS pixels: what is smaller counts visits, or spaces things out. */
const SMALLEST = 8;
const LARGE = 64;

export const brokenImage: Rule = {
  id: 'broken-image',
  title: 'Broken image',
  checks: 'Every image of a page or an email could be loaded.',
  why: 'People see a gap or a torn-paper sign, and take the whole for broken.',
  severity: 'polish',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  alike: { noun: 'image', one: 'is missing as well', more: 'are missing as well' },
  find({ facts }) {
    if (isDarkEmail({ facts })) return [];
    // What is sent beside an email is not missing there.
    const isAttached = (box: PixelBox): boolean =>
      facts.email?.attached.some((other) => isSameBox(box, other)) === true;
    return facts.images
      .filter(
        ({ state, box }) =>
          state === 'broken' && Math.min(box.width, box.height) >= SMALLEST * facts.scale && !isAttached(box),
      )
      .map(({ box, alt }) => ({
        box,
        what: `${/[\p{L}\p{N}]/u.test(alt ?? '') ? `The image ${quote(alt ?? '')}` : 'An image'} could not be loaded and is missing.`,
        fix: 'Correct its address, or put the file where the address leads, reachable from where the shot is taken.',
        weight: Math.max(box.width, box.height) >= LARGE * facts.scale ? 0.9 : 0.7,
        cause: 'missing',
      }));
  },
  fails: {
    as: 'desktop',
    html: `<body><h1>Our workshop</h1>
      <img data-defect src="data:image/png;base64,AAAA" alt="The bench by the window" width="320" height="200"></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body><h1>Our workshop</h1><img alt="The bench by the window" width="320" height="200"
      src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 20'><path fill='teal' d='M2 18 16 2l14 16z'/></svg>"></body>`,
  },
};
