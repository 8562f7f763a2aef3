import type { Rule } from '../rule.ts';

export const unstyledPage: Rule = {
  id: 'unstyled-page',
  title: 'Page without styles',
  checks: 'At least one of the page’s linked stylesheets loads, or the page is styled without them.',
  why: 'The screenshot does not show the page as it was designed.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  find({ facts: { page }, shot: { notices = [] } }) {
    const { linked, empty, unknown } = page?.stylesheets ?? { linked: 0, empty: 0, unknown: 0 };
    if (linked === 0 || empty + unknown < linked || page?.usesBrowserFont !== true) return [];
    // A stylesheet of another origin may have loaded without naming a font.
    if (unknown > 0 && !notices.includes('failed_stylesheets')) return [];
    return [
      {
        box: null,
        what: `The page is shown without its styles: ${linked === 1 ? 'its stylesheet was not' : `none of its ${linked} stylesheets was`} loaded.`,
        fix: 'Correct the URLs of its stylesheets, or make them reachable from where the screenshot is taken.',
        weight: 1,
      },
    ];
  },
  fails: {
    as: 'desktop',
    html: `<html lang="en"><head><title>Tide tables</title><meta name="description" content="High and low water."><link rel="stylesheet" href="/styles/missing.css"></head>
      <body><h1>Tide tables</h1><ul><li>High water at 6:12</li><li>Low water at 12:30</li></ul></body></html>`,
  },
  passes: {
    as: 'desktop',
    html: `<html lang="en"><head><title>Tide tables</title><meta name="description" content="High and low water."><link rel="stylesheet" href="/styles/missing.css">
      <link rel="stylesheet" href="data:text/css,body{font-family:sans-serif}"></head>
      <body><h1>Tide tables</h1><ul><li>High water at 6:12</li><li>Low water at 12:30</li></ul></body></html>`,
  },
};
