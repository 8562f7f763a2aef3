import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { bots } from '../webhooks/support/bots.ts';
import {
  connectScreenOf,
  encode,
  type Fields,
  headingOf,
  newPerson,
  offeredBack,
  question,
  rowCounts,
  ticketOf,
} from './support/connect-screen.ts';

const LOOPBACK = 'http://localhost/callback';
const WEB = 'https://claude.example/api/callback?from=sightline';
const APP = 'cursor://anysphere.cursor-mcp/oauth/callback';

let service: TestService;
let clientId: string;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: 'loopback' });
  clientId = await connectScreenOf(service.url).register([LOOPBACK, WEB, APP], 'Claude & <Code>');
});
afterAll(() => service.close());

const someone = () => connectScreenOf(service.url);

describe('what a client may ask', () => {
  test.each([
    ['a program on the device', 'http://127.0.0.1:5123/callback', '<bdi>127.0.0.1</bdi> on this device'],
    ['a site', WEB, '<p class="connect-place"><bdi>claude.example</bdi></p>'],
    ['an app', APP, 'the app that opens <bdi>cursor:</bdi> links'],
  ])('is shown before the name, with where it returns to: %s', async (_, redirectUri, place) => {
    const page = await someone().show(question(clientId, redirectUri));
    expect(page.status).toBe(200);
    expect(page.html).toContain(place);
    expect(page.html).toContain('Claude &amp; &lt;Code&gt;');
    expect(page.html.indexOf(place)).toBeLessThan(page.html.indexOf('Claude &amp;'));
    expect(page.html.indexOf('Claude &amp;')).toBeLessThan(page.html.indexOf('>Connect<'));
    expect(page.html).toContain('Nobody has checked that name');
    expect(page.html).toContain('spend the workspace’s credits');
    expect(page.html).toContain('only a person with the review link approves');
    expect(page.html).toContain('can read and delete all reviews of that workspace');
  });

  test('comes with headers that keep it out of frames and caches, name its origin to itself alone, and block no redirect', async () => {
    const { headers } = await someone().show(question(clientId, WEB));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('form-action');
    expect(policy).not.toContain('script-src');
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('other pages keep to no referrer at all', async () => {
    for (const path of ['/', '/workspace', '/healthz', '/nothing-here']) {
      const { headers } = await fetch(service.url + path);
      expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
    }
  });

  const fine: [string, Fields][] = [
    ['an unknown scope', { scope: 'openid profile everything' }],
    ['the address of MCP as the resource', { resource: '/mcp/sightline' }],
    ['the resource twice', { resource: ['/mcp/sightline', '/mcp/sightline/'] }],
    ['what nobody knows', { prompt: 'consent', nonce: 'n', ui_locales: 'de', access_type: 'offline' }],
    ['response_mode=query', { response_mode: 'query' }],
    ['no state', { state: undefined }],
  ];
  test.each(fine)('may have %s', async (_, more) => {
    const at = (each: string) => service.url + each;
    const resource = more.resource === undefined ? undefined : [more.resource].flat().map(at);
    expect((await someone().show(question(clientId, LOOPBACK, { ...more, resource }))).status).toBe(200);
  });
});

describe('what is wrong goes back to the client', () => {
  const wrong: [string, Fields, string][] = [
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type=code id_token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['an empty challenge', { code_challenge: '' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
    ['a challenge of other letters', { code_challenge: `${'a'.repeat(42)}=` }, 'invalid_request'],
    ['plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which is plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a method in small letters', { code_challenge_method: 's256' }, 'invalid_request'],
    ['response_mode=fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['response_mode=form_post', { response_mode: 'form_post' }, 'invalid_request'],
    ['two challenges', { code_challenge: ['a'.repeat(43), 'b'.repeat(43)] }, 'invalid_request'],
    ['somebody else’s resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a resource that is none', { resource: 'sightline' }, 'invalid_target'],
    ['two resources of others', { resource: ['https://a.example/', 'https://b.example/'] }, 'invalid_target'],
  ];
  test.each(wrong)('%s', async (_, more, error) => {
    for (const redirectUri of [WEB, APP, 'http://[::1]:8123/callback']) {
      const page = await someone().show(question(clientId, redirectUri, { state: 'a b&c', ...more }));
      const { status, html } = page;
      // A site that anybody may have registered, or an app, is gone to by a press only.
      const isPressed = redirectUri === WEB || redirectUri === APP;
      const location = isPressed ? offeredBack(page) : page.location;
      const expected = isPressed ? [400, null, true] : [303, location, false];
      expect([status, page.location, html.includes('asks for something else')]).toEqual(expected);
      expect(location?.href.startsWith(redirectUri)).toBe(true);
      const answer = Object.fromEntries(location?.searchParams ?? []);
      expect(answer).toMatchObject({ error, state: 'a b&c', iss: service.url });
      expect(answer.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(answer).not.toHaveProperty('code');
    }
  });

  test('two states go back as none', async () => {
    const { location } = await someone().show(question(clientId, LOOPBACK, { state: ['one', 'two'] }));
    expect(location?.searchParams.get('error')).toBe('invalid_request');
    expect(location?.searchParams.has('state')).toBe(false);
  });
});

describe('whom nobody can trust with an answer', () => {
  const strangers: [string, Fields | string, string][] = [
    ['an unknown client', { client_id: `slc_${'a'.repeat(27)}` }, 'This client is not known here'],
    ['a client id of another kind', { client_id: 'my-client' }, 'This client is not known here'],
    ['an http address as a client', { client_id: 'http://client.example/a.json' }, 'This client is not known here'],
    ['no client', { client_id: undefined }, 'This client is not known here'],
    ['a NUL in the client', { client_id: 'slc_\u0000' }, 'This client is not known here'],
    ['two clients', { client_id: ['a', 'b'] }, 'This cannot be read'],
    ['no return address', { redirect_uri: undefined }, 'The return address does not fit'],
    ['another path', { redirect_uri: 'http://localhost/other' }, 'The return address does not fit'],
    ['a longer path', { redirect_uri: `${LOOPBACK}/../evil` }, 'The return address does not fit'],
    [
      'another host',
      { redirect_uri: 'https://claude.example.evil.example/api/callback' },
      'The return address does not fit',
    ],
    [
      'a name before the host',
      { redirect_uri: 'https://claude.example@evil.example/' },
      'The return address does not fit',
    ],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'The return address does not fit'],
    [
      'a port of a site',
      { redirect_uri: 'https://claude.example:8443/api/callback?from=sightline' },
      'The return address does not fit',
    ],
    ['two return addresses', { redirect_uri: [LOOPBACK, WEB] }, 'This cannot be read'],
    ['nothing at all', '', 'This client is not known here'],
  ];
  test.each(strangers)('%s: a page that says what to do, and no redirect', async (_, more, heading) => {
    const asked = typeof more === 'string' ? more : question(clientId, LOOPBACK, more);
    const page = await someone().show(asked);
    expect([page.status, page.location, headingOf(page)]).toEqual([400, null, heading]);
    expect(page.html).toContain('What to do now');
    expect(page.html).not.toContain('<form');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

test('looking makes nothing: browsers, HEAD and every preview bot', async () => {
  const before = await rowCounts(service);
  const asked = encode(question(clientId, WEB));
  for (const bot of bots) {
    const screen = connectScreenOf(service.url, newPerson());
    for (const method of ['GET', 'HEAD']) {
      const page = await screen.show(asked, bot.headers, method);
      expect([bot.name, page.status, page.location]).toEqual([bot.name, 200, null]);
      expect(page.html === '').toBe(method === 'HEAD');
    }
  }
  expect(await rowCounts(service)).toEqual(before);
  console.log(`${bots.length} preview bots × GET and HEAD of the connect screen: 0 rows made`);
});

describe('a press that was not made on our page', () => {
  const ways: [string, Record<string, string>][] = [
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of ours', { 'sec-fetch-site': 'same-site' }],
    ['from nowhere', { 'sec-fetch-site': 'none' }],
    ['from another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: 'OURS' }],
    ['with nothing said', {}],
    ['with a hidden origin', { origin: 'null' }],
    ['with another origin', { origin: 'https://evil.example' }],
    ['with our name as part of another', { origin: 'OURS.evil.example' }],
    ['by another protocol', { origin: 'https://localhost' }],
    ['with only a referrer of ours', { referer: 'OURS/oauth/authorize' }],
  ];
  test.each(ways)('%s makes nothing', async (_, given) => {
    const screen = someone();
    const ticket = await screen.ticket(question(clientId, WEB));
    const before = await rowCounts(service);
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('OURS', service.url)]),
    );
    for (const choice of ['new', 'cancel']) {
      const page = await screen.send({ ticket, choice }, headers);
      expect([page.status, page.location, headingOf(page)]).toEqual([403, null, 'This was not pressed on our page']);
    }
    expect(await rowCounts(service)).toEqual(before);
  });

  test('an older browser that says only our origin is let in', async () => {
    const screen = someone();
    const ticket = await screen.ticket(question(clientId, WEB));
    const page = await screen.send({ ticket, choice: 'new' }, { origin: service.url });
    expect([page.status, page.location?.searchParams.has('code')]).toEqual([303, true]);
  });
});

test('what is pressed goes back with code, state and iss, beside what the address asked before', async () => {
  const screen = someone();
  const state = 'ünï &=+ %41 \u{1f600}';
  for (const [redirectUri, begin] of [
    [WEB, `${WEB}&`],
    [APP, `${APP}?`],
    ['http://127.0.0.1:4711/callback', 'http://127.0.0.1:4711/callback?'],
  ] as const) {
    const pressed = await screen.send({
      ticket: await screen.ticket(question(clientId, redirectUri, { state })),
      choice: 'new',
    });
    expect(pressed.status).toBe(303);
    expect(pressed.headers.get('location')?.startsWith(begin)).toBe(true);
    const { code = '', ...rest } = Object.fromEntries(pressed.location?.searchParams ?? []);
    expect(code).toMatch(/^slo_[\w-]{43}$/);
    expect(rest).toEqual({ state, iss: service.url, ...(redirectUri === WEB ? { from: 'sightline' } : {}) });
    expect((await screen.exchange(clientId, code, redirectUri)).status).toBe(200);
  }
  const cancelled = await screen.send({
    ticket: await screen.ticket(question(clientId, WEB, { state })),
    choice: 'cancel',
  });
  expect(Object.fromEntries(cancelled.location?.searchParams ?? [])).toMatchObject({ error: 'access_denied', state });
  expect(service.logged()).not.toContain('slo_');
});

test('what is no form of ours is refused as a page, and never a fault', async () => {
  const screen = someone();
  const ticket = await screen.ticket(question(clientId, WEB));
  const own = { 'sec-fetch-site': 'same-origin' };
  const sent: [Fields | string, Record<string, string>][] = [
    [{ ticket }, own],
    [{ ticket, choice: 'everything' }, own],
    [{ ticket: [ticket, ticket], choice: 'new' }, own],
    [{ ticket, choice: ['new', 'join'] }, own],
    [{ choice: 'new' }, own],
    [{ ticket: 'A'.repeat(60_000), choice: 'new' }, own],
    [{ ticket: 'A'.repeat(90_000), choice: 'new' }, own],
    ['', own],
    ['%', own],
    ['{"ticket":1}', { ...own, 'content-type': 'application/json' }],
    ['ticket=1', { ...own, 'content-type': 'multipart/form-data; boundary=x' }],
    ['ticket=1', { ...own, 'content-type': 'text/plain' }],
  ];
  const before = await rowCounts(service);
  for (const [body, headers] of sent) {
    const page = await screen.send(body, headers);
    expect([400, 413, 415]).toContain(page.status);
    expect([page.location, page.headers.get('content-type')]).toEqual([null, 'text/html; charset=utf-8']);
    expect(page.html).toContain('What to do now');
  }
  expect(await rowCounts(service)).toEqual(before);
});

test('one address is limited in how often it asks, and told when to come back', async () => {
  const screen = someone();
  let page = await screen.show('');
  // A minute may end meanwhile: then the counting begins anew once.
  for (let n = 1; n <= 241 && page.status !== 429; n += 1) page = await screen.show('');
  expect([page.status, headingOf(page)]).toEqual([429, 'Too many tries from your network']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await someone().show(question(clientId, WEB))).status).toBe(200);
});

test('a ticket is good on every page of its service and nowhere else', async () => {
  const other = await startService({ TRUST_PROXY: 'loopback', SECRET_KEY: 'another key, of another service' });
  try {
    const ticket = await someone().ticket(question(clientId, WEB));
    const page = await connectScreenOf(other.url).send({ ticket, choice: 'new' });
    expect([page.status, headingOf(page)]).toEqual([400, 'This page has expired']);
    let tried = 0;
    let refused = 0;
    for (let at = 0; at < ticket.length - 1; at += Math.ceil(ticket.length / 60)) {
      tried += 1;
      const letter = ticket[at] === 'A' ? 'B' : 'A';
      const forged = await someone().send({
        ticket: ticket.slice(0, at) + letter + ticket.slice(at + 1),
        choice: 'new',
      });
      if (forged.status === 400 && forged.location === null) refused += 1;
    }
    console.log(`${tried} tickets with one letter changed: ${refused} refused`);
    expect([tried > 50, refused]).toEqual([true, tried]);
    expect(ticketOf(await someone().show(question(clientId, WEB)))).not.toBe(ticket);
  } finally {
    await other.close();
  }
});
