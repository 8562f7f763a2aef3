import type { Rule } from '../rule.ts';

/** Times the screen's width: phones lay a page without the tag out on 980 px. */
const SHRUNK = 1.5;

export const notForPhones: Rule = {
  id: 'not-for-phones',
  title: 'Not made for phones',
  checks: 'A page says that it fits itself to the width of a phone.',
  why: 'Everything is so small that people have to zoom and push the page around.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  find({ shot: { viewport }, facts: { page } }) {
    if (viewport === null || page === null || page.viewportTag !== null) return [];
    if (page.screenWidth < viewport.width * SHRUNK) return [];
    return [
      {
        box: null,
        what: `The page has no viewport tag, so phones draw it ${page.screenWidth} px wide and shrink it to ${viewport.width}.`,
        fix: 'Add `<meta name="viewport" content="width=device-width, initial-scale=1">` and see that everything fits.',
        weight: 0.95,
      },
    ];
  },
  fails: {
    as: 'mobile',
    html: `<!doctype html><html lang="en"><head><title>Tide tables</title></head><body><h1>Tide tables</h1><p>High water at 6:12.</p></body></html>`,
  },
  passes: {
    as: 'mobile',
    html: `<!doctype html><html lang="en"><head><title>Tide tables</title><meta name="viewport" content="width=device-width">
      </head><body><h1>Tide tables</h1><p>High water at 6:12.</p></body></html>`,
  },
};
