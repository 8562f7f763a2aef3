import { beforeEach, expect, test } from 'vitest';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import { suggestion } from '../../../server/contract/examples.ts';
import { createKept, type Kept, type Own } from '../../../server/web/guest/kept.ts';
import { createSending, type Sending } from '../../../server/web/guest/sending.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import type { Suggestion } from '../../../server/web/shared/types.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

type Input = Record<string, string | number | undefined>;

/** The service's suggestions by their secret, and the requests it received. */
let stored: Map<string, Suggestion>;
let asked: string[];
/** What happens to the next requests: a status, or `lost` where the answer is lost after the work. */
let faults: (number | 'lost')[];
/** Runs while the service answers. */
let during: (name: string) => unknown;
let kept: Kept;
let sending: Sending;
let unreachable: number;

const words = (body: string) => ({
  screenshotIndex: 0,
  place: { kind: 'point' as const, x: 0.5, y: 0.25 },
  body,
  author: null,
});

function answer(name: string, input: Input): unknown {
  const secret = String(input.client_suggestion_id);
  const at = { kind: 'point' as const, x: Number(input.x), y: Number(input.y), width: null, height: null };
  const fields = { screenshot_index: Number(input.screenshot_index), body: String(input.body), author: null, ...at };
  const known = stored.get(secret);
  if (name === 'suggest') {
    stored.set(secret, known ?? { ...suggestion, ...fields, id: stored.size + 1, status: 'pending', mark_id: null });
  } else if (name === 'edit_suggestion' && known !== undefined) stored.set(secret, { ...known, ...fields });
  else if (name === 'withdraw_suggestion') stored.delete(secret);
  return { suggestion: stored.get(secret) };
}

const client: Client = {
  async call(name, input) {
    asked.push(name);
    await during(name);
    const fault = faults.shift();
    if (typeof fault === 'number') throw new ServiceError(fault, { message: `answered ${fault}` });
    if (name === 'read_guest_review') return {} as never;
    if (name === 'read_own_suggestions') {
      const states = [...stored].map(([client_suggestion_id, state]) => ({ client_suggestion_id, suggestion: state }));
      return { suggestions: states } as never;
    }
    const output = answer(name, input as Input);
    if (fault === 'lost') throw new ServiceError(0, {});
    return output as never;
  },
};

const own = (secret = 'a'): Own | undefined => kept.find(secret);

function make(secret: string, body = 'Larger'): void {
  kept.put(kept.make(secret, words(body)));
}

beforeEach(() => {
  stored = new Map();
  asked = [];
  faults = [];
  during = () => undefined;
  unreachable = 0;
  const device = browserStorage();
  kept = createKept(
    createMemory(() => device),
    'guest-test',
  );
  sending = createSending(client, kept, () => {
    unreachable += 1;
  });
});

test('a suggestion is sent once, and later an edit of it', async () => {
  make('a');
  expect(await sending.send('a')).toEqual({ ok: true });
  expect(own()).toMatchObject({ id: 1, unsent: false, refused: null });
  expect(await sending.send('a')).toEqual({ ok: true });
  kept.put({ ...(own() as Own), words: words('Bolder'), unsent: true });
  await sending.send('a');
  expect(asked).toEqual(['suggest', 'edit_suggestion']);
  expect(stored.get('a')?.body).toBe('Bolder');
});

test('what is typed while a suggestion is sent stays unsent', async () => {
  make('a');
  during = () => kept.put({ ...(own() as Own), words: words('Larger, please') });
  await sending.send('a');
  expect(own()).toMatchObject({ id: 1, unsent: true, words: { body: 'Larger, please' } });
});

test('a repeat after a lost answer replaces what arrived first by what the guest has typed since', async () => {
  make('a');
  faults = ['lost'];
  expect(await sending.send('a')).toMatchObject({ ok: false });
  expect(own()).toMatchObject({ id: null, unsent: true });
  kept.put({ ...(own() as Own), words: words('Much larger') });
  await sending.send('a');
  expect(stored.get('a')?.body).toBe('Much larger');
  expect(own()).toMatchObject({ id: 1, unsent: false });
});

test.each([
  [422, { refused: 'answered 422', unsent: true }, 0],
  [409, { refused: 'answered 409', unsent: true }, 0],
  [500, { refused: null, unsent: true }, 1],
  [429, { refused: null, unsent: true }, 0],
  [0, { refused: null, unsent: true }, 1],
])('after a status %i the suggestion is kept, and only a refusal that stays is shown', async (status, state, times) => {
  make('a');
  faults = [status];
  expect(await sending.send('a')).toMatchObject({ ok: false });
  expect(own()).toMatchObject(state);
  expect(unreachable).toBe(times);
});

test('a suggestion is withdrawn, also when the answer that gave its number was lost', async () => {
  for (const secret of ['a', 'b']) make(secret);
  faults = [...faults, 'lost'];
  await sending.send('a');
  await sending.send('b');
  for (const secret of ['a', 'b']) kept.put({ ...(own(secret) as Own), withdrawn: true });
  await sending.send('a');
  await sending.send('b');
  expect(stored.size).toBe(0);
  expect(kept.all.value).toEqual([]);
  expect(asked).toEqual(['suggest', 'suggest', 'read_own_suggestions', 'withdraw_suggestion', 'withdraw_suggestion']);
});

test('one that never arrived is withdrawn without a request for it', async () => {
  make('a');
  kept.put({ ...(own() as Own), withdrawn: true });
  await sending.send('a');
  expect(asked).toEqual(['read_own_suggestions']);
  expect(own()).toBeUndefined();
});

test('a withdrawal that is undone while it is sent makes the suggestion again', async () => {
  make('a');
  await sending.send('a');
  kept.put({ ...(own() as Own), withdrawn: true });
  during = () => kept.put({ ...(own() as Own), withdrawn: false });
  await sending.send('a');
  expect(own()).toMatchObject({ id: null, unsent: true });
  during = () => undefined;
  await sending.send('a');
  expect(stored.size).toBe(1);
});

test('one that can no longer be withdrawn stays as it was', async () => {
  make('a');
  await sending.send('a');
  kept.put({ ...(own() as Own), withdrawn: true });
  faults = [409];
  await sending.send('a');
  expect(own()).toMatchObject({ withdrawn: false, unsent: false, refused: null });
});

test('reading sends what waits, in order, until the service cannot be reached', async () => {
  for (const secret of ['a', 'b', 'c']) make(secret);
  kept.put({ ...(own('a') as Own), refused: 'No.' });
  faults = [422, 503];
  await sending.read();
  // The refused one is not sent again, the next is refused, and after the last nothing is tried any more.
  expect(asked).toEqual(['suggest', 'suggest', 'read_guest_review', 'read_own_suggestions']);
  expect(own('b')).toMatchObject({ refused: 'answered 422' });
  make('d');
  faults = [503];
  asked = [];
  await sending.read();
  expect(asked.filter((name) => name === 'suggest')).toHaveLength(1);
});

test('reading takes the outcome of each suggestion, keeps unsent words, and drops what the service has deleted', async () => {
  for (const secret of ['a', 'b', 'c']) make(secret);
  for (const secret of ['a', 'b', 'c']) await sending.send(secret);
  stored.set('a', { ...(stored.get('a') as Suggestion), status: 'accepted', mark_id: 7, body: 'Larger!' });
  stored.delete('b');
  stored.delete('c');
  kept.put({ ...(own('c') as Own), words: words('Bolder'), unsent: true, refused: 'No.' });
  await sending.read();
  expect(own('a')).toMatchObject({ status: 'accepted', markId: 7, words: { body: 'Larger!' } });
  expect(own('b')).toBeUndefined();
  expect(own('c')).toMatchObject({ words: { body: 'Bolder' } });
});

test('an answer from before something was sent is not taken', async () => {
  make('a');
  await sending.send('a');
  let first = true;
  during = async (name) => {
    if (name !== 'read_own_suggestions' || !first) return;
    first = false;
    const before = new Map(stored);
    kept.put({ ...(own() as Own), words: words('Bolder'), unsent: true });
    await sending.send('a');
    // This answer was read before the edit arrived.
    stored = before;
    during = () => {
      stored = new Map([['a', { ...(before.get('a') as Suggestion), body: 'Bolder' }]]);
    };
  };
  await sending.read();
  expect(asked.filter((name) => name === 'read_own_suggestions')).toHaveLength(2);
  expect(own()).toMatchObject({ words: { body: 'Bolder' } });
});
