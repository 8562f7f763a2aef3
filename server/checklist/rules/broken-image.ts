import type { PixelBox } from '../../contract/shot-facts.ts';
import type { Rule } from '../rule.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { isSameBox } from '../support/unnamed.ts';
import { quote } from '../support/words.ts';

/** The side in CSS pixels below which an image counts visits or spaces things out. */
const SMALLEST = 8;
const LARGE = 64;

export const brokenImage: Rule = {
  id: 'broken-image',
  title: 'Broken image',
  checks: 'Every image in a page or email loads.',
  why: 'People see a gap or a broken-image icon and think that everything else is broken too.',
  severity: 'polish',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  alike: { noun: 'image', one: 'is missing as well', more: 'are missing as well' },
  find({ facts }) {
    if (isDarkEmail({ facts })) return [];
    // Attached images are missing here, but not in the mail client.
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
        fix: 'Correct its URL, or make the file reachable from where the screenshot is taken.',
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
