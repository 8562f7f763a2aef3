import { expect, test } from 'vitest';
import { createFirstView } from '../../../server/api/page/first-view.ts';
import { screenshot } from '../../../server/contract/examples.ts';

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

test('the image laid out first is one that changed since the base, if any did', () => {
  const { url, tile_height, viewport, page_url, width, height } = screenshot;
  const shown = (name: string, kind: 'identical' | 'changed' | null) => ({
    ...{ tile_height, viewport, page_url, width, height },
    url: url.replace('/shot', `/${name}`),
    base_change: kind && { kind, share: 0, diff_url: null, areas: [], before: null, approved_in: null, noise: [] },
  });
  const placed = built.replace('<main></main>', '<main><div class="first-screenshot"></div></main>');
  const first = (...shots: ReturnType<typeof shown>[]) =>
    /<img src="[^"]*\/(\w+)"/.exec(createFirstView(Buffer.from(placed))({ shots, answer: {} }, null).toString())?.[1];
  expect(first(shown('a', 'identical'), shown('b', 'changed'), shown('c', 'changed'))).toBe('b');
  expect(first(shown('a', 'identical'), shown('b', 'identical'))).toBe('a');
  expect(first(shown('a', null), shown('b', 'changed'))).toBe('a');
});
