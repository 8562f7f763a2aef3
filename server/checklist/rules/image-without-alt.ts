import type { Rule } from '../rule.ts';
import { isMainView } from '../support/main-view.ts';
import { nearWords, sizeWords } from '../support/near.ts';

/** CSS pixels; smaller ones are signs and spacers. */
const MIN_SIDE = 24;
/** Smaller ones are avatars and signs, which seldom add to the words beside them. */
const LARGE = 64;

export const imageWithoutAlt: Rule = {
  id: 'image-without-alt',
  title: 'Image without a text alternative',
  checks: 'Every image has an alt text, an empty one where it only decorates (WCAG 2.2, 1.1.1).',
  why: 'Screen reader users hear its file name or nothing, and nobody knows what it showed when it does not load.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'image', one: 'has no alt text either', more: 'have no alt text either' },
  find(scene) {
    const { facts } = scene;
    if (!isMainView(scene)) return [];
    return facts.images.flatMap(({ box, alt, decorative, isControl }) => {
      // What is all that a link holds is named with it.
      if (alt !== null || decorative || isControl) return [];
      if (Math.min(box.width, box.height) < MIN_SIDE * facts.scale) return [];
      return [
        {
          box,
          what: `The image${nearWords(box, facts)} (${sizeWords(box, facts.scale)}) has no alt text.`,
          fix: 'Add an alt that says what it shows, or alt="" if it only decorates.',
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
