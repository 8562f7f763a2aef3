import { effect } from '@preact/signals';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { createStore, type OwnChange, type ReviewStore } from '../../server/web/sync/store.ts';
import { startService } from '../support/service.ts';
import { pageImage } from './support/page-image.ts';

let reviewUrl: string;
let store: ReviewStore;
/** Called with every answer to a read, before the store receives it. */
let onRead: () => Promise<void> = async () => {};
/** Called with every answer to a change, before the store receives it. */
let onWrite: () => Promise<void> = async () => {};

const service = await startService();
const image = await pageImage(800, 600, '#2b50e0');
beforeEach(async () => {
  const client = await service.newClient();
  reviewUrl = (await client.call('create_review', { title: 'Checkout', images: [image] })).review_url;
  const link = reviewUrl.split('/r/')[1] ?? '';
  const slow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    await (init?.method === 'GET' ? onRead() : onWrite());
    return response;
  };
  store = createStore(createClient({ baseUrl: service.url, link, fetch: slow }));
  await store.refresh();
});

const at = { screenshot_index: 0, kind: 'point', x: 0.5, y: 0.5 } as const;
const mark = (body: string) => ({ ...at, body, must_fix: false, client_mark_id: crypto.randomUUID() });

describe('the store', () => {
  test('shows the result of a write at once', async () => {
    const written = await store.write('place_mark', mark('Too pale'));
    expect(written.ok).toBe(true);
    expect(store.view.value?.review.marks.map(({ body }) => body)).toEqual(['Too pale']);
  });

  test('redraws nothing when nothing has changed', async () => {
    let drawn = 0;
    const stop = effect(() => {
      if (store.view.value !== null) drawn += 1;
    });
    await store.refresh();
    await store.refresh();
    stop();
    expect(drawn).toBe(1);
  });

  test('drops a read that a write has overtaken', async () => {
    const answered = Promise.withResolvers<void>();
    const overtaken = Promise.withResolvers<void>();
    onRead = () => {
      answered.resolve();
      return overtaken.promise;
    };
    const stale = store.refresh();
    await answered.promise;
    await store.write('place_mark', mark('Newer'));
    overtaken.resolve();
    await stale;
    onRead = async () => {};
    expect(store.view.value?.review.marks).toHaveLength(1);
  });

  test('treats a read before a change’s own answer as a change of this page', async () => {
    const owns: (OwnChange | null)[] = [];
    store.watch((_before, _after, own) => owns.push(own));
    onWrite = store.refresh;
    const mine = mark('Mine');
    await store.write('place_mark', mine);
    onWrite = async () => {};
    expect(owns).toEqual([{ name: 'place_mark', input: mine }]);
    await service.byLink(reviewUrl).call('place_mark', mark('Somebody else’s'));
    await store.refresh();
    expect(owns).toEqual([{ name: 'place_mark', input: mine }, null]);
  });

  test('sends changes one after the other', async () => {
    const written = await Promise.all(['one', 'two', 'three'].map((body) => store.write('place_mark', mark(body))));
    expect(written.map((each) => (each.ok ? each.view.review.marks.length : 0))).toEqual([1, 2, 3]);
  });

  test('reports a conflict with the service’s message and shows the current state', async () => {
    await service.byLink(reviewUrl).call('decide', { outcome: 'approved', after_decision: 0 });
    const refused = await store.write('place_mark', mark('Too late'));
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(store.view.value?.review.status).toBe('approved');
  });

  test('keeps the last view while the service is unreachable', async () => {
    const away = createStore(createClient({ baseUrl: 'http://127.0.0.1:1', link: 'none' }));
    await away.refresh();
    expect(away.trouble.value).toEqual({ kind: 'offline' });
    expect(await away.write('place_mark', mark('Kept'))).toEqual({ ok: false, failure: { kind: 'offline' } });
  });

  test('reports a missing review', async () => {
    const missing = createStore(createClient({ baseUrl: service.url, link: 'x'.repeat(43) }));
    await missing.refresh();
    expect(missing.trouble.value).toEqual({ kind: 'missing' });
  });
});
