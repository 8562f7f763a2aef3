import { describe, expect, test } from 'vitest';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import { createIdentity } from '../../../server/web/review/identity.ts';
import { takeFragment } from '../../../server/web/shared/take-fragment.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

/** A page at an address; `shown` is the address after something was taken from it. */
function pageAt(hash: string) {
  const page = {
    shown: `/r/abc?a=b${hash}`,
    location: { hash, pathname: '/r/abc', search: '?a=b' } as Location,
    history: {
      state: 7,
      replaceState: (_state: unknown, _title: string, url: string) => void Object.assign(page, { shown: url }),
    },
  };
  return page as typeof page & Pick<Window, 'location' | 'history'>;
}

test.each([
  ['vouch', '#vouch=aa.bb-1.c_c', 'aa.bb-1.c_c', '/r/abc?a=b'],
  // The service refuses what is damaged, and says what to do.
  ['vouch', '#vouch=aa.bb&x', 'aa.bb&x', '/r/abc?a=b'],
  ['vouch', '#open=abc', null, '/r/abc?a=b#open=abc'],
  ['vouch', '', null, '/r/abc?a=b'],
  ['open', '#open=abc', 'abc', '/r/abc?a=b'],
  ['open', '#open=', '', '/r/abc?a=b'],
] as const)('%s: the secret in %j is taken out of the address', (name, hash, secret, shown) => {
  const page = pageAt(hash);
  expect([takeFragment(name, page), page.shown]).toEqual([secret, shown]);
});

describe('a sign-in', () => {
  const mara = { identity: 'i1', login: 'mara' };
  const sent: [string, object][] = [];
  const clientThat = (answer: () => object): Client => ({
    async call(name, input) {
      sent.push([name, input]);
      return answer() as never;
    },
  });
  const works = clientThat(() => ({ ...mara, review_id: 'R1' }));
  const fails = (cause: Error) =>
    clientThat(() => {
      throw cause;
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const without = () => {
    throw new Error('refused');
  };

  test('is exchanged once and kept for this review in this tab', async () => {
    const storage = browserStorage();
    const identity = createIdentity(works, () => storage, 'a.b.c');
    expect([identity.checking.value, identity.who.value]).toEqual([true, null]);
    await settled();
    expect([identity.checking.value, identity.who.value, identity.problem.value]).toEqual([false, mara, null]);
    const later = createIdentity(works, () => storage, null);
    expect(later.checking.value).toBe(false);
    later.resume('R2');
    expect(later.who.value).toBeNull();
    later.resume('R1');
    expect(later.who.value).toEqual(mara);
    later.signOut();
    expect([later.who.value, storage.length]).toEqual([null, 0]);
  });

  test('that is new wins over a kept one, even when it failed', async () => {
    const storage = browserStorage();
    storage.setItem('sightline:identity:R1', JSON.stringify(mara));
    const identity = createIdentity(
      fails(new ServiceError(403, { message: 'It has expired.' })),
      () => storage,
      'a.b.c',
    );
    identity.resume('R1');
    await settled();
    expect([identity.who.value, identity.checking.value]).toEqual([null, false]);
    expect(identity.problem.value).toBe(
      'You are not signed in, so a decision here is by the link alone. It has expired.',
    );
    identity.signOut();
    expect(identity.problem.value).toBeNull();
  });

  test.each([new ServiceError(0, {}), new Error('broken')])(
    'without an answer says how to sign in again: %s',
    async (cause) => {
      const identity = createIdentity(fails(cause), browserStorage, 'a.b.c');
      await settled();
      expect(identity.problem.value).toBe(
        'You are not signed in, so a decision here is by the link alone. The service did not answer. Open the review from its pull request again to sign in.',
      );
    },
  );

  test.each(['{"identity":7,"login":"mara"}', '{"identity":"i1"}', '{', 'null'])(
    'that cannot be read is none: %s',
    (kept) => {
      const storage = browserStorage();
      storage.setItem('sightline:identity:R1', kept);
      const identity = createIdentity(works, () => storage, null);
      identity.resume('R1');
      expect(identity.who.value).toBeNull();
    },
  );

  test('lasts as long as the page where the browser stores nothing', async () => {
    const identity = createIdentity(works, without, 'a.b.c');
    await settled();
    expect(identity.who.value).toEqual(mara);
    identity.signOut();
    expect(identity.who.value).toBeNull();
  });

  test('goes with decisions alone, and a quick decision waits for it', async () => {
    const identity = createIdentity(works, browserStorage, 'a.b.c');
    const client = identity.deciding(works);
    sent.length = 0;
    const deciding = client.call('decide', { outcome: 'approved', after_decision: 0 });
    await client.call('verify_mark', { mark_id: 1 });
    await deciding;
    identity.signOut();
    await client.call('decide', { outcome: 'approved', after_decision: 1 });
    expect(sent).toEqual([
      ['verify_mark', { mark_id: 1 }],
      ['decide', { outcome: 'approved', after_decision: 0, identity: 'i1' }],
      ['decide', { outcome: 'approved', after_decision: 1 }],
    ]);
  });
});
