import { expect, test } from 'vitest';
import { createFirstView } from '../../../server/api/page/first-view.ts';

const built =
  '<html><head><script src="a.js"></script><link rel="stylesheet" href="a.css"></head><body><main></main></body></html>';

test('a page that was built without a head or a body stops the start', () => {
  for (const broken of ['<main></main>', built.replace('</body>', ''), '</body></head>']) {
    expect(() => createFirstView(Buffer.from(broken)), broken).toThrow('A built page has no head or body');
  }
});

test('the key comes before the first script, and the answer at the end of the body', () => {
  const page = createFirstView(Buffer.from(built));
  expect(page(null, null).toString()).toBe(built);
  expect(page({ shots: [], answer: { title: '</script><b>' } }, 'k').toString()).toBe(
    '<html><head><meta name="page-key" content="k"><script src="a.js"></script><link rel="stylesheet" href="a.css"></head><body><main></main>' +
      '<script type="application/json" id="first-view">{"title":"\\u003c/script>\\u003cb>"}</script></body></html>',
  );
});
