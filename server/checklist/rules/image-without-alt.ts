import type { Rule } from '../rule.ts';
import { isMainView } from '../support/main-view.ts';
import { nearWords, sizeWords } from '../support/near.ts';

/** The side in CSS pixels below which images are icons and spacers. */
const MIN_SIDE = 24;
/** The side in CSS pixels below which images are avatars and icons, which seldom add to the words beside them. */
const LARGE = 64;

export const imageWithoutAlt: Rule = {
  id: 'image-without-alt',
  title: 'Image without alt text',
  checks: 'Every image has alt text, or an empty alt attribute if it is decorative (WCAG 2.2, 1.1.1).',
  why: 'Screen readers announce its file name or nothing, and nobody knows what it shows if it does not load.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'image', one: 'has no alt text either', more: 'have no alt text either' },
  find(scene) {
    const { facts } = scene;
    if (!isMainView(scene)) return [];
    return facts.images.flatMap(({ box, alt, decorative, isControl }) => {
      // An image that is a link's only content gets its name from the link.
      if (alt !== null || decorative || isControl) return [];
      if (Math.min(box.width, box.height) < MIN_SIDE * facts.scale) return [];
      return [
        {
          box,
          what: `The image${nearWords(box, facts)} (${sizeWords(box, facts.scale)}) has no alt text.`,
          fix: 'Add alt text that says what it shows, or alt="" if it is decorative.',
          weight: Math.min(box.width, box.height) < LARGE * facts.scale ? 0.4 : 0.55,
          cause: 'without alt',
        },
      ];
    });
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Our bakery</h1><p>We bake from four in the morning.</p>
      <img data-defect width="300" height="200" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='200'%3E%3Crect width='300' height='200' fill='%23a63'/%3E%3Ccircle cx='150' cy='100' r='60' fill='%23fd9'/%3E%3C/svg%3E"></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Our bakery</h1><p>We bake from four in the morning.</p>
      <img alt="A loaf on a table" width="300" height="200" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='200'%3E%3Crect width='300' height='200' fill='%23a63'/%3E%3Ccircle cx='150' cy='100' r='60' fill='%23fd9'/%3E%3C/svg%3E">
      <img alt="" width="300" height="40" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='40'%3E%3Cpath d='M0 20h300' stroke='%23a63' stroke-width='4'/%3E%3C/svg%3E"></body>`,
  },
};
