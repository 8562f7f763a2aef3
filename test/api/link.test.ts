import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { restOperations } from '../../server/contract/index.ts';
import { decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { requestTables, sql } from './support/sql.ts';

const service = await startService({ ROLE: 'web' });
const client = await service.newClient();

/** Returns every row that only requests change. */
async function everything(): Promise<string> {
  const tables = await requestTables(service);
  const rows = await Promise.all(
    tables.map(async (name) => [name, await sql(service, `SELECT * FROM "${name}" AS row ORDER BY row::text`)]),
  );
  return JSON.stringify(rows);
}

test('the page of a link is not cached, framed, indexed or sent as a referrer', async () => {
  const made = await review(client);
  const answer = await fetch(made.review_url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-robots-tag')).toContain('noindex');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(rule);
  }
  expect(await answer.text()).not.toContain(made.title);
});

test('data embedded in the page cannot become markup, and only a top-level navigation gets it', async () => {
  const words = '</script><script>alert(1)</script><!--<script>\u2028\u2029\u202e"\'&]]>';
  const made = await review(client, { title: words, context: words });
  await reviewerOf(made).call('place_mark', mark({ body: words, author: words }));
  for (const link of [made.review_url, made.guest_share_url]) {
    const open = async (dest: string) => fetch(link, { headers: { 'sec-fetch-dest': dest } });
    const answer = await open('document');
    expect(answer.headers.get('vary')).toBe('sec-fetch-dest');
    const html = await answer.text();
    expect(html).not.toContain('alert(1)</script>');
    const [, data = ''] = /<script type="application\/json" id="first-view">([^<]*)<\/script>/.exec(html) ?? [];
    const shown: unknown = await (await fetch(`${link}/review`)).json();
    expect(JSON.parse(data)).toEqual(shown);
    for (const dest of ['iframe', 'embed', 'object', 'empty', 'script']) {
      const other = await open(dest);
      expect(other.headers.get('vary')).toBe('sec-fetch-dest');
      const plain = await other.text();
      expect(plain).not.toContain('alert(1)');
      expect(plain).not.toContain('/p/');
    }
  }
});

test('opening a link changes nothing, whatever opens it', async () => {
  const made = await review(client);
  await reviewerOf(made).call('place_mark', mark());
  const secrets = [made.review_url, made.guest_share_url].map((link) => link.split('/').at(-1) ?? '');
  // Whatever is below a link, also what only a write reaches.
  const below = restOperations
    .filter(({ rest }) => rest.path.includes('{token}'))
    .map(({ rest: { path } }) => path.replace('{token}', secrets[path.startsWith('/r/') ? 0 : 1] ?? ''))
    .map((path) => service.url + path.replace(/\{\w+\}/g, '1'));
  expect(below.length).toBeGreaterThan(20);
  const { screenshots, work_packets } = await client.call('get_review', { id: made.id });
  const images = [screenshots[0]?.thumbnail_url, work_packets.pins[0]?.crop_url, work_packets.pins[0]?.clean_crop_url];
  const before = await everything();
  const agents = ['Slackbot-LinkExpanding 1.0', 'Mozilla/5.0', 'Outlook-SafeLinks', 'curl/8'];
  for (const [at, agent] of agents.entries()) {
    const headers = { 'user-agent': agent, accept: at % 2 === 0 ? '*/*' : 'text/html' };
    const method = at % 3 === 0 ? 'HEAD' : 'GET';
    const decided = `${made.review_url}/decision?outcome=approved&after_decision=0`;
    for (const url of [made.review_url, made.guest_share_url, decided, made.screenshots[0]?.url, ...images, ...below]) {
      const answer = await fetch(url ?? '', { method, headers });
      await answer.arrayBuffer();
      expect([url, answer.status < 500, answer.headers.get('set-cookie')]).toEqual([url, true, null]);
    }
  }
  expect(await everything()).toBe(before);
});

test('an unknown link answers 404 with a page', async () => {
  const made = await review(client);
  const guest = made.guest_share_url.split('/g/')[1] ?? '';
  for (const token of ['x', 'x'.repeat(43), guest, `${made.review_url.split('/r/')[1]}x`, made.id]) {
    const page = await fetch(`${service.url}/r/${token}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const reader = createClient({ baseUrl: service.url, link: token });
    expect((await refusal(reader.call('read_review', {}))).status).toBe(404);
    const write = reader.call('decide', { outcome: 'approved', after_decision: 0 });
    expect((await refusal(write)).status).toBe(404);
  }
});

test('a link opens only its own review: no marks of another, no API', async () => {
  const [made, other] = [await review(client), await review(client)];
  await reviewerOf(other).call('place_mark', mark());
  for (const name of ['verify_mark', 'withdraw_mark', 'restore_mark', 'reopen_mark'] as const) {
    expect((await refusal(reviewerOf(made).call(name, { mark_id: 1 }))).status).toBe(404);
  }
  const secret = made.review_url.split('/r/')[1] ?? '';
  const asBearer = createClient({ baseUrl: service.url, bearer: secret });
  expect((await refusal(asBearer.call('get_review', { id: made.id }))).status).toBe(401);
});

test.each([
  ['https://elsewhere.example', 403],
  ['null', 403],
  ['http://localhost', 403],
  ['own', 201],
  [undefined, 201],
] as const)('a write whose Origin is %s is answered %i', async (origin, status) => {
  const made = await review(client);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (origin !== undefined) headers.origin = origin === 'own' ? service.url : origin;
  const answer = await fetch(`${made.review_url}/marks`, { method: 'POST', headers, body: JSON.stringify(mark()) });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  const { marks } = await client.call('get_review', { id: made.id });
  expect(marks).toHaveLength(status === 201 ? 1 : 0);
});

test('a form on another site cannot write, because only JSON is accepted', async () => {
  const made = await review(client);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const body = JSON.stringify(mark());
    const answer = await fetch(`${made.review_url}/marks`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(answer.status).toBe(415);
  }
  expect((await client.call('get_review', { id: made.id })).marks).toEqual([]);
});

test('the link of an older pass leads to the newest one', async () => {
  const first = await review(client);
  const second = await nextPass(client, first);
  const third = await nextPass(client, second);
  expect((await reviewerOf(first).call('read_review', {})).newest?.id).toBe(third.id);
  expect((await reviewerOf(second).call('read_review', {})).newest?.id).toBe(third.id);
  expect((await reviewerOf(third).call('read_review', {})).newest).toBeNull();
  await decide(third, 'approved');
  expect((await reviewerOf(third).call('read_review', {})).previous?.id).toBe(second.id);
});

test('a page whose review cannot be read comes whole, without it, and its script reads it again', async () => {
  const { review_url: url } = await review(client);
  await sql(service, 'ALTER TABLE decision RENAME TO decision_away');
  const answer = await fetch(url, { headers: { 'sec-fetch-dest': 'document' } });
  const html = await answer.text();
  await sql(service, 'ALTER TABLE decision_away RENAME TO decision');
  expect([answer.status, html.includes('first-view'), html.trimEnd().endsWith('</html>')]).toEqual([200, false, true]);
});
