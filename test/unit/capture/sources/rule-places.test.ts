import { expect, test } from 'vitest';
import { pageFile, placeRules } from '../../../../server/capture/sources/rule-places.ts';
import type { Sheet, Sheets } from '../../../../server/capture/sources/stylesheets.ts';

const plain: Sheet = {
  text: '\n.a { color: red }',
  url: 'http://host/styles/site.css',
  note: '',
  isInline: false,
  isChanged: false,
  media: '',
  startLine: 0,
  startColumn: 0,
  mapUrl: '',
  map: null,
};

function placeIn(sheet: Partial<Sheet>, page = 'http://host/about.html') {
  const names = { classes: new Set(['a']), ids: new Set<string>() };
  const sheets = [{ ...plain, ...sheet }];
  const read: Sheets = { sheets, imports: new Map(), isComplete: true, page, served: [], names };
  const place = placeRules(read, []).rules[0]?.place();
  return place == null ? null : [place.file, place.line, place.isKnown];
}

const inline = { url: 'http://host/', isInline: true, startLine: 4 };

test.each([
  ['a stylesheet', {}, ['styles/site.css', 2, true]],
  ['one whose source map nobody could read', { mapUrl: 'site.css.map' }, ['styles/site.css', 0, false]],
  ['what Tailwind made', { text: `/*! tailwindcss v4.1.3 */${plain.text}` }, ['styles/site.css', 0, false]],
  ['what a script has changed', { isChanged: true }, ['styles/site.css', 0, false]],
  ['a file that Vite notes', { url: '', note: '/src/a.css' }, ['src/a.css', 2, true]],
  [
    'a file that Vite notes and Tailwind filled',
    { url: '', note: '/src/a.css', text: `/* ! tailwindcss v3.4.1 */${plain.text}` },
    ['src/a.css', 0, false],
  ],
  ['a style element', inline, ['about.html', 6, true]],
  ['a style element of a script', { url: '' }, null],
  ['a stylesheet of another host', { url: 'http://cdn/site.css' }, null],
] as const)('the place of a rule in %s', (_, sheet, expected) => {
  expect(placeIn(sheet)).toEqual(expected);
});

test('a page whose address names no file has none, and an index page possibly one', () => {
  expect(['http://host/checkout', 'http://host/shop/?a=1', 'http://host/shop/a.html'].map(pageFile)).toEqual([
    null,
    'shop/index.html',
    'shop/a.html',
  ]);
  expect(placeIn(inline, 'http://host/checkout')).toBeNull();
  expect(placeIn(inline, 'http://host/shop/')).toEqual(['shop/index.html', 6, false]);
});
