import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { forgetLimits } from '../support/sql.ts';
import { bots } from '../webhooks/support/bots.ts';
import {
  connectScreenOf,
  encode,
  type Fields,
  headingOf,
  offeredBack,
  question,
  rowCounts,
} from './support/connect-screen.ts';

const LOOPBACK = 'http://localhost/callback';
const WEB = 'https://claude.example/api/callback?from=sightline';
const APP = 'cursor://anysphere.cursor-mcp/oauth/callback';

const now = new Date();
const service = await startService({ ROLE: 'web', TRUST_PROXY: 'loopback' }, () => now);
const clientId = await connectScreenOf(service.url).register([LOOPBACK, WEB, APP], 'Claude & <Code>');

const someone = () => connectScreenOf(service.url);

describe('the connect screen', () => {
  test('shows where the client returns to, before its unverified name', async () => {
    for (const [redirectUri, place] of [
      ['http://127.0.0.1:5123/callback', '<bdi>127.0.0.1</bdi> on this device'],
      [WEB, '<p class="connect-place"><bdi>claude.example</bdi></p>'],
      [APP, 'the app that opens <bdi>cursor:</bdi> links'],
    ] as const) {
      const page = await someone().show(question(clientId, redirectUri));
      expect(page.status).toBe(200);
      expect(page.html).toContain(place);
      expect(page.html.indexOf(place)).toBeLessThan(page.html.indexOf('Claude &amp; &lt;Code&gt;'));
      expect(page.html.indexOf('Claude &amp;')).toBeLessThan(page.html.indexOf('>Connect<'));
      expect(page.html).toContain('Nobody has checked that name');
      expect(page.html).toContain('spend the workspace’s credits');
      expect(page.html).toContain('only a person with the review link approves');
      expect(page.html).toContain('can read and delete all reviews of that workspace');
    }
  });

  test('has headers against framing and caching, sends no referrer elsewhere, and blocks no redirect', async () => {
    const { headers } = await someone().show(question(clientId, WEB));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/form-action|script-src/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers.get('set-cookie')).toBeNull();
    const home = await fetch(service.url);
    expect(home.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('ignores unknown parameters and accepts a repeated resource', async () => {
    const ours = `${service.url}/mcp/sightline`;
    const fine: Fields[] = [
      { scope: 'openid everything', prompt: 'consent', ui_locales: 'de', response_mode: 'query', state: undefined },
      { resource: [ours, `${ours}/`] },
    ];
    for (const more of fine) expect((await someone().show(question(clientId, LOOPBACK, more))).status).toBe(200);
  });
});

test('an error goes back to the client: at once on this device, after a press to a site or an app', async () => {
  const wrong: [Fields, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: ['a'.repeat(43), 'b'.repeat(43)] }, 'invalid_request'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
  ];
  for (const [more, error] of wrong) {
    for (const redirectUri of [WEB, APP, 'http://[::1]:8123/callback']) {
      const page = await someone().show(question(clientId, redirectUri, { state: 'a b&c', ...more }));
      // Anybody can register a site or an app, so a redirect there needs a press.
      const isPressed = redirectUri === WEB || redirectUri === APP;
      const location = isPressed ? offeredBack(page) : page.location;
      const expected = isPressed ? [400, null, true] : [303, location, false];
      expect([page.status, page.location, page.html.includes('asks for something else')]).toEqual(expected);
      expect(location?.href.startsWith(redirectUri)).toBe(true);
      const answer = Object.fromEntries(location?.searchParams ?? []);
      expect(answer).toMatchObject({ error, state: 'a b&c', iss: service.url });
      expect(answer.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(answer).not.toHaveProperty('code');
    }
  }
  const { location } = await someone().show(question(clientId, LOOPBACK, { state: ['one', 'two'] }));
  expect(location?.searchParams.get('error')).toBe('invalid_request');
  expect(location?.searchParams.has('state')).toBe(false);
});

test('a request without a trusted return address gets a page that says what to do, and no redirect', async () => {
  const strangers: [Fields | string, string][] = [
    [{ client_id: `slc_${'a'.repeat(27)}` }, 'This client is not known here'],
    [{ client_id: 'http://client.example/a.json' }, 'This client is not known here'],
    [{ client_id: 'slc_\u0000' }, 'This client is not known here'],
    ['', 'This client is not known here'],
    [{ client_id: ['a', 'b'] }, 'This cannot be read'],
    [{ redirect_uri: undefined }, 'The return address does not fit'],
    [{ redirect_uri: `${LOOPBACK}/../evil` }, 'The return address does not fit'],
    [{ redirect_uri: 'https://claude.example@evil.example/' }, 'The return address does not fit'],
    [{ redirect_uri: 'javascript:alert(1)' }, 'The return address does not fit'],
    [{ redirect_uri: [LOOPBACK, WEB] }, 'This cannot be read'],
  ];
  for (const [more, heading] of strangers) {
    const asked = typeof more === 'string' ? more : question(clientId, LOOPBACK, more);
    const page = await someone().show(asked);
    expect([page.status, page.location, headingOf(page)]).toEqual([400, null, heading]);
    expect(page.html).toContain('What to do now');
    expect(page.html).not.toContain('<form');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});

test('viewing the page creates nothing: a browser, HEAD and a preview bot', async () => {
  const before = await rowCounts(service);
  const asked = encode(question(clientId, WEB));
  for (const headers of [{}, bots[0]?.headers ?? {}]) {
    for (const method of ['GET', 'HEAD']) {
      const page = await someone().show(asked, headers, method);
      expect([page.status, page.location, page.html === '']).toEqual([200, null, method === 'HEAD']);
    }
  }
  expect(await rowCounts(service)).toEqual(before);
});

test('a press from another page creates nothing; an older browser may send only our origin', async () => {
  const screen = someone();
  const consent = await screen.consent(question(clientId, WEB));
  const before = await rowCounts(service);
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    for (const choice of ['new', 'cancel']) {
      const page = await screen.send({ consent, choice }, headers);
      expect([page.status, page.location, headingOf(page)]).toEqual([403, null, 'This was not pressed on our page']);
    }
  }
  expect(await rowCounts(service)).toEqual(before);
  const page = await screen.send({ consent, choice: 'new' }, { origin: service.url });
  expect([page.status, page.location?.searchParams.has('code')]).toEqual([303, true]);
});

test('a press returns code, state and iss, and keeps the parameters of the return address', async () => {
  const screen = someone();
  const states = ['ünï &=+ %41 \u{1f600}', '\r\nLocation: https://evil.example/#code=x&iss=y', 'x'.repeat(8000)];
  for (const [at, [redirectUri, begin]] of (
    [
      [WEB, `${WEB}&`],
      [APP, `${APP}?`],
      ['http://127.0.0.1:4711/callback', 'http://127.0.0.1:4711/callback?'],
    ] as const
  ).entries()) {
    const state = states[at] ?? '';
    const consent = await screen.consent(question(clientId, redirectUri, { state }));
    // Only the encrypted consent state counts; other fields are ignored.
    const beside = { client_id: 'slc_other', redirect_uri: 'https://evil.example/', state: 'planted' };
    const pressed = await screen.send({ consent, choice: 'new', ...beside });
    expect([pressed.status, pressed.headers.get('location')?.startsWith(begin)]).toEqual([303, true]);
    expect([pressed.location?.hash, pressed.headers.get('set-cookie')]).toEqual(['', null]);
    const { code = '', ...rest } = Object.fromEntries(pressed.location?.searchParams ?? []);
    expect(code).toMatch(/^slo_[\w-]{43}$/);
    expect(rest).toEqual({ state, iss: service.url, ...(redirectUri === WEB ? { from: 'sightline' } : {}) });
    expect((await screen.exchange(clientId, code, redirectUri)).status).toBe(200);
  }
  const [state] = states;
  const cancelled = await screen.send({
    consent: await screen.consent(question(clientId, WEB, { state })),
    choice: 'cancel',
  });
  const answer = Object.fromEntries(cancelled.location?.searchParams ?? []);
  expect(answer).toMatchObject({ error: 'access_denied', state, iss: service.url });
  expect(service.logged()).not.toContain('slo_');
});

test('a malformed form is refused with a page, and never causes a 500', async () => {
  const screen = someone();
  const consent = await screen.consent(question(clientId, WEB));
  const own = { 'sec-fetch-site': 'same-origin' };
  const sent: [Fields | string, Record<string, string>][] = [
    [{ consent }, own],
    [{ consent, choice: 'everything' }, own],
    // This service has no App with sign-in.
    [{ consent, choice: 'github' }, own],
    [{ consent: [consent, consent], choice: 'new' }, own],
    [{ choice: 'new' }, own],
    [{ consent: 'A'.repeat(90_000), choice: 'new' }, own],
    ['%', own],
    ['{"consent":1}', { ...own, 'content-type': 'application/json' }],
    ['consent=1', { ...own, 'content-type': 'multipart/form-data; boundary=x' }],
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

test('requests are limited per address, and the refusal says when to come back', async () => {
  const screen = someone();
  await forgetLimits(service);
  await screen.show('');
  await fillLimits(service, 119);
  expect((await screen.show('')).status).toBe(400);
  const page = await screen.show('');
  expect([page.status, headingOf(page)]).toEqual([429, 'Too many tries from your network']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await someone().show(question(clientId, WEB))).status).toBe(200);
});
