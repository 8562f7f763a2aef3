import type { Rule } from '../rule.ts';
import { isMainView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

/** The default titles of common project templates. */
const starters =
  /^(document|untitled( document| page)?|react app|vite app|vite \+ \w+( \+ ts)?|create next app|nuxt app|new tab|index|my (app|site|website)|page title|title|webpack app|svelte app)$/i;

export const missingTitle: Rule = {
  id: 'missing-title',
  title: 'Missing page title',
  checks: 'Each page of a website has its own title.',
  why: 'The title is what search results, tabs and shared links show first.',
  severity: 'suggestion',
  types: ['website'],
  kinds: ['page'],
  find(scene) {
    const title = scene.facts.page?.title.trim();
    if (title === undefined || !isMainView(scene)) return [];
    if (title !== '' && !starters.test(title)) return [];
    return [
      {
        box: null,
        what: title === '' ? 'The page has no title.' : `The page’s title is still ${quote(title)}.`,
        fix: 'Set `<title>` to the subject of the page and the name of the site, in about 60 characters.',
        weight: 0.55,
      },
    ];
  },
  fails: {
    as: 'desktop',
    html: `<!doctype html><html lang="en"><head><title>Document</title><meta name="description" content="Three bakeries in Ghent.">
      </head><body><h1>Bread from Ghent</h1><p>Baked at night, sold until noon.</p></body></html>`,
  },
  passes: {
    as: 'desktop',
    html: `<!doctype html><html lang="en"><head><title>Bread from Ghent · Three Mills</title><meta name="description" content="Three bakeries in Ghent.">
      </head><body><h1>Bread from Ghent</h1><p>Baked at night, sold until noon.</p></body></html>`,
  },
};
