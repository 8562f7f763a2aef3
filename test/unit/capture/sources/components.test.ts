import { expect, test } from 'vitest';
import { placeInAttributes, readFrame } from '../../../../server/capture/sources/components.ts';

test.each([
  ['    at Card (http://host/src/Card.jsx?t=1:10:5)', 'http://host/src/Card.jsx?t=1', 10, 5],
  ['    at http://host/src/main.jsx:7:68', 'http://host/src/main.jsx', 7, 68],
  ['Card@http://host/src/Card.jsx:10:5', 'http://host/src/Card.jsx', 10, 5],
  ['    at Card (webpack-internal:///./src/Card.js:3:4)', 'webpack-internal:///./src/Card.js', 3, 4],
])('%s', (frame, file, line, column) => {
  expect(readFrame(frame)).toEqual({ file, line, column, isBuilt: true });
});

test.each(['', '    at Array.map (<anonymous>)', '    at Card (native)', ':1:1', ` at ${'('.repeat(600)}`])(
  '%j is no place',
  (frame) => {
    expect(readFrame(frame)).toBeNull();
  },
);

test.each([
  [{ 'data-v-inspector': 'src/App.vue:3:5' }, 'src/App.vue', 3, 5],
  [{ 'data-source': 'src/App.tsx:12' }, 'src/App.tsx', 12, 0],
  [{ 'data-loc': 'src/App.tsx:12:3:App' }, 'src/App.tsx', 12, 3],
  [{ 'data-astro-source-file': '/home/a/src/x.astro', 'data-astro-source-loc': '4:7' }, '/home/a/src/x.astro', 4, 7],
  [
    { 'data-inspector-relative-path': 'src/a.tsx', 'data-inspector-line': '9', 'data-inspector-column': '2' },
    'src/a.tsx',
    9,
    2,
  ],
  [{ 'data-astro-source-file': 'src/x.astro', 'data-astro-source-loc': '-4:NaN' }, 'src/x.astro', 0, 0],
])('attributes %j', (attributes, file, line, column) => {
  expect(placeInAttributes(Object.entries(attributes))).toEqual({ file, line, column, isBuilt: false });
});

test('attributes that name no file are none', () => {
  expect(placeInAttributes([['data-source', 'newsletter']])).toBeNull();
  expect(placeInAttributes([['data-source', 'example.com']])).toBeNull();
  expect(placeInAttributes([['data-loc', '']])).toBeNull();
});
