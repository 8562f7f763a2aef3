import { expect, test } from 'vitest';
import { createReviewPage, type FirstView } from '../../../server/api/page/first-view.ts';
import { screenshot } from '../../../server/contract/examples.ts';

const built = '<html><head><style>a{}</style></head><body><main></main></body></html>';

/** Returns the whole page as sent. */
async function sent(html: string, key: string | null, first: FirstView): Promise<string> {
  let text = '';
  for await (const part of createReviewPage(Buffer.from(html)).withFirst(key, async () => first)) text += part;
  return text;
}

test('a page that was built without a head or a body stops the start', () => {
  for (const broken of ['<main></main>', built.replace('</body>', ''), '</body></head>']) {
    expect(() => createReviewPage(Buffer.from(broken)), broken).toThrow('A built page has no head or body');
  }
});

test('the key is in the head, and the answer at the end of the body', async () => {
  expect(createReviewPage(Buffer.from(built)).plain(null).toString()).toBe(built);
  expect(await sent(built, 'k', { shots: [], answer: { title: '</script><b>' } })).toBe(
    '<html><head><style>a{}</style><meta name="page-key" content="k"></head><body><main></main>' +
      '<script type="application/json" id="first-view">{"title":"\\u003c/script>\\u003cb>"}</script></body></html>',
  );
});

test('what stands above the image is sent before the review is read, and the page stays whole without it', async () => {
  const placed = built.replace(
    '<main></main>',
    '<header></header><div class="first-screenshot"></div><footer></footer>',
  );
  const read = Promise.withResolvers<null>();
  const parts = createReviewPage(Buffer.from(placed)).withFirst(null, () => read.promise);
  const above = await parts.next();
  expect(String(above.value)).toBe('<html><head><style>a{}</style></head><body><header></header>');
  read.resolve(null);
  expect(String((await parts.next()).value)).toBe('<footer></footer></body></html>');
});

test('the image laid out first is one that changed since the base, if any did', async () => {
  const { url, tile_height, viewport, page_url, width, height } = screenshot;
  const shown = (name: string, kind: 'identical' | 'changed' | null) => ({
    ...{ tile_height, viewport, page_url, width, height },
    url: url.replace('/shot', `/${name}`),
    base_change: kind && { kind, share: 0, diff_url: null, areas: [], before: null, approved_in: null, noise: [] },
  });
  const placed = built.replace('<main></main>', '<main><div class="first-screenshot"></div></main>');
  const first = async (...shots: ReturnType<typeof shown>[]) =>
    /<img src="[^"]*\/(\w+)"/.exec(await sent(placed, null, { shots, answer: {} }))?.[1];
  expect(await first(shown('a', 'identical'), shown('b', 'changed'), shown('c', 'changed'))).toBe('b');
  expect(await first(shown('a', 'identical'), shown('b', 'identical'))).toBe('a');
  expect(await first(shown('a', null), shown('b', 'changed'))).toBe('a');
});
