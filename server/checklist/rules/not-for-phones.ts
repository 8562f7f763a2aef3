import type { Rule } from '../rule.ts';

/** The layout's width in screen widths: phones lay out a page without the tag at 980 px. */
const SHRUNK = 1.5;

export const notForPhones: Rule = {
  id: 'not-for-phones',
  title: 'Missing viewport meta tag',
  checks: 'The page has a viewport meta tag, so it adapts to the width of a phone.',
  why: 'Everything is so small that people have to zoom and pan.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  find({ shot: { viewport }, facts: { page } }) {
    if (viewport === null || page === null || page.viewportTag !== null) return [];
    if (page.screenWidth < viewport.width * SHRUNK) return [];
    return [
      {
        box: null,
        what: `The page has no viewport meta tag, so phones lay it out ${page.screenWidth} px wide and shrink it to ${viewport.width} px.`,
        fix: 'Add `<meta name="viewport" content="width=device-width, initial-scale=1">` and check that everything fits.',
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
