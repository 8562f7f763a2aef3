import type { Rule } from '../rule.ts';
import { isMainView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

/** A language tag (BCP 47): a language of two or three letters, then any subtags. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;

export const pageLanguage: Rule = {
  id: 'page-language',
  title: 'Missing or invalid page language',
  checks: 'The page declares the language it is written in (WCAG 2.2, 3.1.1).',
  why: 'Screen readers may use the wrong pronunciation, and browsers may offer an unneeded translation.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  find(scene) {
    const { page } = scene.facts;
    if (page === null || !isMainView(scene) || TAG.test(page.language ?? '')) return [];
    const said = page.language ?? '';
    return [
      {
        box: null,
        what:
          said === ''
            ? 'The page does not declare its language.'
            : `The page declares its language as ${quote(said)}, which is not a language code.`,
        fix: 'Set the lang attribute of the html element, for instance lang="en".',
        weight: 0.4,
      },
    ];
  },
  fails: {
    as: 'desktop',
    html: '<!doctype html><html><head><title>Opening hours</title></head><body style="font:16px sans-serif"><h1>Opening hours</h1><p>From nine to six.</p></body></html>',
  },
  passes: {
    as: 'desktop',
    html: '<!doctype html><html lang="de-AT"><head><title>Öffnungszeiten</title><meta name="description" content="Wann wir für Sie da sind."></head><body style="font:16px sans-serif"><h1>Öffnungszeiten</h1><p>Von neun bis sechs.</p></body></html>',
  },
};
