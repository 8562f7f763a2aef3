import type { Rule } from '../rule.ts';
import { isMainView } from '../support/main-view.ts';

export const missingDescription: Rule = {
  id: 'missing-description',
  title: 'Missing meta description',
  checks: 'Each page of a website has a description for search results and shared links.',
  why: 'Without it, search results and shared links show arbitrary text from the page.',
  severity: 'suggestion',
  types: ['website'],
  kinds: ['page'],
  find(scene) {
    const { page } = scene.facts;
    if (page === null || (page.description ?? '').trim() !== '' || !isMainView(scene)) return [];
    return [
      {
        box: null,
        what: 'The page has no meta description.',
        fix: 'Describe the page in `<meta name="description">`, in one or two sentences.',
        weight: 0.3,
      },
    ];
  },
  fails: {
    as: 'desktop',
    html: `<!doctype html><html lang="en"><head><title>Bread from Ghent · Three Mills</title></head>
      <body><h1>Bread from Ghent</h1><p>Baked at night, sold until noon.</p></body></html>`,
  },
  passes: {
    as: 'desktop',
    html: `<!doctype html><html lang="en"><head><title>Bread from Ghent · Three Mills</title>
      <meta name="description" content="Three bakeries that bake at night and sell until noon."></head>
      <body><h1>Bread from Ghent</h1><p>Baked at night, sold until noon.</p></body></html>`,
  },
};
