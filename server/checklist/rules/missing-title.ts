import type { Rule } from '../rule.ts';
import { isMainView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

/** What the usual starters write there until somebody does. */
const starters =
  /^(document|untitled( document| page)?|react app|vite app|vite \+ \w+( \+ ts)?|create next app|nuxt app|new tab|index|my (app|site|website)|page title|title|webpack app|svelte app)$/i;

export const missingTitle: Rule = {
  id: 'missing-title',
  title: 'Missing page title',
  checks: 'A page of a website has a title of its own.',
  why: 'It is what search results, tabs and shared links show first.',
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
        fix: 'Name in `<title>` what this page is about, then whose it is, in about 60 characters.',
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
