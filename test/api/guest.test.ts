import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { GuestView } from '../../server/contract/guest.ts';
import { operations } from '../../server/contract/index.ts';
import type { Review } from '../../server/contract/review.ts';
import { approvedReview, base64, decide, mark, nextPass, png, review, reviewerOf } from '../support/factories.ts';
import { guestOf, secretOf, suggestion } from '../support/guest.ts';
import { startService } from '../support/service.ts';
import { fillLimits } from './support/fill-limits.ts';
import { startReceiver } from './support/receiver.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { forgetLimits, sql } from './support/sql.ts';

const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8,fetch=127.0.0.0/8' });
const client = await service.newClient();

const everyKey = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) => [...(Array.isArray(value) ? [] : [name]), ...everyKey(each)]);

test('a guest sees the pass, its marks and the newest guest link, and nothing else of any review', async () => {
  const webhook_url = 'http://127.0.0.1:9/hook-only-the-client-knows';
  const page_url = 'https://shop.test/cart?tab=2&bypass=secret-of-the-preview';
  const first = await review(client, {
    images: [{ image: await base64(), label: 'Home', page_url }],
    title: 'A page',
    context: 'Look at the top',
    webhook_url,
    reference: 'r-of-it',
  });
  const reviewer = reviewerOf(first);
  await reviewer.call('place_mark', mark({ body: 'Pinned', author: 'Name of the reviewer' }));
  await reviewer.call('place_mark', mark({ body: 'Taken back' }));
  await reviewer.call('withdraw_mark', { mark_id: 2 });
  await client.call('add_findings', { id: first.id, findings: [{ body: 'A finding for the reviewer' }] });
  await guestOf(first).call('suggest', suggestion({ body: 'Words of another guest', author: 'Another guest' }));
  const decided = (await decide(first, 'changes_requested', { note: 'Note of the decision', name: 'Decider' })).review;
  const second = await nextPass(client, first, { revision: 'rev-of-it' });

  const seen: string[] = [];
  const pages: string[] = [];
  for (const each of [first, second]) {
    const guest = guestOf(each);
    const view = await guest.call('read_guest_review', {});
    expect(GuestView.strict().safeParse(view).error).toBeUndefined();
    const own = randomUUID();
    const answers: object[] = [view, await guest.call('read_own_suggestions', { client_suggestion_ids: [own] })];
    if (each === second) {
      const { suggestion: mine } = await guest.call('suggest', suggestion({ client_suggestion_id: own }));
      const edit = { suggestion_id: mine.id, client_suggestion_id: own, body: 'Mine, changed' };
      answers.push(await guest.call('edit_suggestion', edit));
      answers.push(await guest.call('read_own_suggestions', { client_suggestion_ids: [own] }));
      answers.push(await guest.call('withdraw_suggestion', { suggestion_id: mine.id, client_suggestion_id: own }));
    }
    const page = await fetch(each.guest_share_url);
    seen.push(...answers.map((answer) => JSON.stringify(answer)));
    pages.push(JSON.stringify([...page.headers]) + (await page.text()));
  }
  const [ofFirst = '', , ofSecond = ''] = seen;
  expect(JSON.parse(ofFirst)).toMatchObject({
    title: 'A page',
    context: 'Look at the top',
    status: 'changes_requested',
    pass: 1,
    screenshots: [{ page_url: 'https://shop.test/cart?tab=2&bypass=…' }],
    marks: [{ id: 1, body: 'Pinned', status: 'open' }],
    can: { suggest: false },
    newest: { pass: 2, guest_share_url: second.guest_share_url },
  });
  expect(JSON.parse(ofSecond)).toMatchObject({ pass: 2, can: { suggest: true }, read_only_reason: null, newest: null });

  const [ofIt] = await sql<{ text: string }>(
    service,
    `SELECT string_agg(encode(review_token_hash, 'hex') || encode(guest_token_hash, 'hex'), ' ') AS text FROM review`,
  );
  const never = {
    'the review links': [first, second].map(({ review_url }) => secretOf(review_url)),
    'any review link at all': ['/r/'],
    'the token and ids': [client.token, client.workspaceId, first.id, second.id],
    'the webhook': ['hook', '127.0.0.1:9'],
    'findings, decisions and what is another’s': [
      'A finding',
      'Note of',
      'Decider',
      'Taken back',
      'Words of another',
      'Another guest',
      'Name of the reviewer',
      'r-of-it',
      'rev-of-it',
    ],
    'fields of the review alone': ['work_packets', 'suggestions":[{"id', 'elements_url', 'review_url'],
    'what an address lets in by': ['secret-of-the-preview'],
    hashes: ofIt?.text.split(' ') ?? [],
  };
  let looked = 0;
  for (const [what, texts] of Object.entries(never)) {
    for (const text of texts) {
      for (const answer of [...seen, ...pages]) expect(answer.includes(text), `${what}: ${text}`).toBe(false);
      looked += seen.length + pages.length;
    }
  }
  const allowed = new Set(Object.keys(GuestView.shape));
  expect(Object.keys(JSON.parse(ofFirst)).filter((name) => !allowed.has(name))).toEqual([]);
  expect(everyKey(JSON.parse(ofFirst))).not.toContain('author');
  expect(decided.status).toBe('changes_requested');
  console.log(`what guests never see: ${looked} looks into ${seen.length} answers, found 0`);
});

test('a review link opens no guest route, and a guest link no reviewer route', async () => {
  const made = await review(client);
  const [reviewSecret, guestSecret] = [secretOf(made.review_url), secretOf(made.guest_share_url)];
  const asked: number[] = [];
  for (const { actor, rest } of Object.values(operations)) {
    if (actor !== 'reviewer' && actor !== 'guest') continue;
    const secret = actor === 'guest' ? reviewSecret : guestSecret;
    const path = rest.path.replace('{token}', secret).replace(/\{\w+\}/, '1');
    const init = rest.method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
    asked.push((await fetch(service.url + path, { method: rest.method, ...init })).status);
  }
  for (const path of [`/g/${reviewSecret}/events`, `/r/${guestSecret}/events`]) {
    asked.push((await fetch(service.url + path)).status);
  }
  expect(asked).toHaveLength(31);
  expect(new Set(asked)).toEqual(new Set([404]));
});

test('a suggestion reaches the reviewer once; only a caller with its secret can change or withdraw it', async () => {
  const made = await review(client);
  const guest = guestOf(made);
  const left = suggestion({ body: '  Larger, please  ', kind: 'point', author: '' });
  const { suggestion: first } = await guest.call('suggest', left);
  expect(first).toEqual({
    id: 1,
    screenshot_index: 0,
    kind: 'point',
    x: 0.1,
    y: 0.2,
    width: null,
    height: null,
    body: 'Larger, please',
    author: null,
    position: 'exact',
    status: 'pending',
    mark_id: null,
    replies: [],
  });
  expect((await guest.call('suggest', { ...left, body: 'sent twice' })).suggestion).toEqual(first);
  expect((await client.call('get_review', { id: made.id })).suggestions).toEqual([first]);

  const own = { suggestion_id: 1, client_suggestion_id: left.client_suggestion_id };
  const box = { kind: 'box', x: 0.5, y: 0.5, width: 0.9, height: 0.25 } as const;
  const { suggestion: changed } = await guest.call('edit_suggestion', { ...own, ...box, body: 'Much larger' });
  expect(changed).toMatchObject({ ...box, width: 0.5, body: 'Much larger', status: 'pending' });
  expect((await client.call('get_review', { id: made.id })).suggestions).toEqual([changed]);

  const others = { suggestion_id: 1, client_suggestion_id: randomUUID() };
  for (const call of [
    () => guest.call('edit_suggestion', { ...others, body: 'Not mine' }),
    () => guest.call('withdraw_suggestion', others),
    () => guest.call('withdraw_suggestion', { ...own, suggestion_id: 2 }),
  ]) {
    expect((await refusal(call())).status).toBe(404);
  }
  expect(await guest.call('withdraw_suggestion', own)).toEqual({ withdrawn: true });
  expect(await guest.call('withdraw_suggestion', own)).toEqual({ withdrawn: false });
  expect((await client.call('get_review', { id: made.id })).suggestions).toEqual([]);
  expect((await guest.call('suggest', left)).suggestion).toMatchObject({ id: 2, body: 'Larger, please' });
});

test('the secret of a suggestion is stored only as a hash', async () => {
  const made = await review(client);
  const left = suggestion();
  await guestOf(made).call('suggest', left);
  const rows = await sql<{ text: string }>(service, 'SELECT s::text AS text FROM suggestion s WHERE review_id = $1', [
    made.id,
  ]);
  expect(rows).toHaveLength(1);
  const hex = Buffer.from(left.client_suggestion_id).toString('hex');
  expect(rows[0]?.text).not.toContain(left.client_suggestion_id);
  expect(rows[0]?.text).not.toContain(hex);
  expect(service.logged()).not.toContain(left.client_suggestion_id);
});

describe('a guest’s suggestion is refused:', () => {
  test('without words, without a place on a screenshot, or with a secret that is easily guessed', async () => {
    const made = await review(client);
    for (const input of [
      { body: '   ' },
      { width: 0 },
      { x: 1.01 },
      { screenshot_index: 1 },
      { client_suggestion_id: 'short' },
    ]) {
      expect((await refusal(guestOf(made).call('suggest', suggestion(input)))).status).toBe(422);
    }
    expect((await client.call('get_review', { id: made.id })).suggestions).toEqual([]);
  });

  test('when the review is decided, and the view says why', async () => {
    const guest = guestOf(await approvedReview(client));
    const { status, body } = await refusal(guest.call('suggest', suggestion()));
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.message).toMatch(/decided/);
    expect(await guest.call('read_guest_review', {})).toMatchObject({
      can: { suggest: false },
      read_only_reason: body.message,
    });
  });

  test('beyond 200 pending ones', async () => {
    const made = await review(client);
    await sql(
      service,
      `INSERT INTO suggestion (chain_id, number, workspace_id, review_id, shot_id, client_suggestion_id, kind, x, y, body, created_at, updated_at)
       SELECT r.chain_id, n, r.workspace_id, r.id, s.id, decode(md5(n::text), 'hex'), 'point', 0, 0, 'x', now(), now()
       FROM review r JOIN shot s ON s.review_id = r.id, generate_series(1, 200) n WHERE r.id = $1`,
      [made.id],
    );
    await sql(service, 'UPDATE chain SET last_suggestion = 200 WHERE id = $1', [made.id]);
    const { status, body } = await refusal(guestOf(made).call('suggest', suggestion()));
    expect([status, body.error]).toEqual([409, 'conflict']);
    await reviewerOf(made).call('dismiss_suggestion', { suggestion_id: 7 });
    expect((await guestOf(made).call('suggest', suggestion())).suggestion.id).toBe(201);
  });
});

test('while screenshots are being made, guests can leave suggestions on those already there', async () => {
  const site = await startReceiver();
  const made = Promise.withResolvers<void>();
  site.answerWith(async () => {
    await made.promise;
    return { type: 'image/png', body: await png('#123456') };
  });
  const later = `${site.url}/later.png`;
  const nothingYet = await review(client, { images: [later] });
  const one = await review(client, { images: [{ image: await base64(), label: 'There' }, later] });
  expect([nothingYet.status, one.status]).toEqual(['preparing', 'preparing']);
  const { status, body } = await refusal(guestOf(nothingYet).call('suggest', suggestion()));
  expect(status).toBe(409);
  expect(body.message).toMatch(/still being made/);
  const guest = guestOf(one);
  expect(await guest.call('read_guest_review', {})).toMatchObject({
    status: 'preparing',
    expected_shots: 2,
    screenshots: [{ label: 'There' }],
    can: { suggest: true },
  });
  await guest.call('suggest', suggestion());
  expect((await refusal(guest.call('suggest', suggestion({ screenshot_index: 1 })))).status).toBe(422);
  made.resolve();
  const now = async () => client.call('get_review', { id: one.id });
  await expect.poll(async () => (await now()).status).toBe('open');
  expect((await now()).suggestions).toMatchObject([{ id: 1, screenshot_index: 0, status: 'pending' }]);
});

test('another site cannot leave suggestions through its visitor’s guest link', async () => {
  const made = await review(client);
  const answer = await fetch(`${made.guest_share_url}/suggestions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
    body: JSON.stringify(suggestion()),
  });
  expect(answer.status).toBe(403);
  expect((await client.call('get_review', { id: made.id })).suggestions).toEqual([]);
});

test('a link accepts thirty suggestions a minute from all guests together; another link has its own thirty', async () => {
  const [made, other] = [await review(client), await review(client)];
  await forgetLimits(service);
  const send = (of: Review) => guestOf(of).call('suggest', suggestion({ kind: 'point' }));
  await send(made);
  await fillLimits(service, 29);
  await send(made);
  expect((await refusal(send(made))).status).toBe(429);
  expect((await send(other)).suggestion.id).toBe(1);
  // Calls of the reviewer of the same review are counted separately.
  await reviewerOf(made).call('dismiss_suggestion', { suggestion_id: 1 });
});
