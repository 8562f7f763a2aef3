import { expect, test } from 'vitest';
import { clientIdOf, isOwnPress, readForm } from '../../../server/api/oauth/form.ts';
import { keepsCookies } from '../../../server/api/oauth/sign-in-cookie.ts';
import { readConnectionRequest } from '../../../server/domain/connection/connection-request.ts';
import {
  isChallenge,
  isJobClient,
  isWelcome,
  jobClientId,
  readResource,
  verifyChallenge,
} from '../../../server/domain/connection/rules.ts';
import { cleanName } from '../../../server/domain/oauth-client/register-client.ts';
import { oauthCodeOf } from '../../../server/domain/oauth-refusal.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import { refusalOf } from './support/refusal.ts';

const baseUrl = 'https://sightline.example';
// RFC 7636, appendix B
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const codeOf = (work: () => unknown) => oauthCodeOf(refusalOf(work));

const returnAddress = {
  client: { id: 'slc_1', kind: 'registered' as const, name: 'Agent', redirectUris: [], host: null },
  redirectUri: 'https://client.example/cb',
};
type Asked = Parameters<typeof readConnectionRequest>[2];
const asked: Asked = {
  responseType: 'code',
  responseMode: null,
  challenge,
  challengeMethod: 'S256',
  resources: [],
  state: null,
};
const request = (more: Partial<Asked>) =>
  readConnectionRequest({ settings: { baseUrl } } as Ports, returnAddress, { ...asked, ...more });

test('a client asks for a code with PKCE by S256, for this service alone', () => {
  const resource = `${baseUrl}/mcp/sightline`;
  expect(request({ responseMode: 'query', resources: [resource, `${resource}/`], state: 'a b&c' })).toEqual({
    ...{ clientId: 'slc_1', clientName: 'Agent', publisherHost: null, redirectUri: 'https://client.example/cb' },
    ...{ challenge, resource, state: 'a b&c' },
  });
  const wrong: [Partial<Asked>, string][] = [
    [{ responseType: null }, 'invalid_request'],
    [{ responseType: 'token' }, 'unsupported_response_type'],
    [{ responseType: 'code id_token' }, 'unsupported_response_type'],
    [{ responseMode: 'fragment' }, 'invalid_request'],
    [{ responseMode: 'form_post' }, 'invalid_request'],
    [{ challenge: null }, 'invalid_request'],
    ...['', 'abc', challenge.slice(1), `${challenge}A`, `${challenge.slice(0, 41)}+/`, `${'a'.repeat(42)}=`].map(
      (text): [Partial<Asked>, string] => [{ challenge: text }, 'invalid_request'],
    ),
    [{ challengeMethod: null }, 'invalid_request'],
    ...['plain', 's256', 'none'].map((text): [Partial<Asked>, string] => [
      { challengeMethod: text },
      'invalid_request',
    ]),
    [{ resources: ['https://other.example/mcp'] }, 'invalid_target'],
    [{ resources: [resource, 'https://b.example/'] }, 'invalid_target'],
  ];
  for (const [more, code] of wrong) expect([more, codeOf(() => request(more))]).toEqual([more, code]);
});

test('`resource` may be the MCP address or the service’s, with a slash or without, or be left out', () => {
  const mcp = `${baseUrl}/mcp/sightline`;
  for (const value of [mcp, `${mcp}/`, baseUrl, `${baseUrl}/`, baseUrl.toUpperCase(), `${baseUrl}:443/mcp/sightline`]) {
    expect([value, readResource({ baseUrl }, value)]).toEqual([value, mcp]);
  }
  for (const value of [null, undefined, '']) expect(readResource({ baseUrl }, value)).toBeNull();
  const others = [
    `${baseUrl}/mcp`,
    `${baseUrl}/mcp/other`,
    `https://evil.example/mcp/sightline`,
    `${mcp}#x`,
    `${mcp}?x`,
  ];
  const spoofs = [`${baseUrl}.evil.example`, `https://u@sightline.example/mcp/sightline`, 'http://sightline.example'];
  for (const value of [...others, ...spoofs, 'x', 'mcp:use']) {
    expect([value, codeOf(() => readResource({ baseUrl }, value))]).toEqual([value, 'invalid_target']);
  }
});

test('only the right verifier matches its challenge', () => {
  expect([isChallenge(challenge), verifyChallenge(verifier, challenge)]).toEqual([true, true]);
  const wrong = [verifier.replace('d', 'e'), challenge, verifier.toUpperCase(), `${verifier}a`, verifier.slice(1)];
  for (const text of [...wrong, '', 'x'.repeat(42), 'x'.repeat(129), `${verifier.slice(0, -1)}=`]) {
    expect([text, verifyChallenge(text, challenge)]).toEqual([text, false]);
  }
  // The challenge of a verifier that is too short to be one.
  expect(verifyChallenge('abc', 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')).toBe(false);
});

test('a form has each parameter once, with a valid text value', () => {
  expect({ ...readForm('a=1&b=&c=%C3%A9&d=a+b&b=2') }).toEqual({ a: '1', b: '2', c: 'é', d: 'a b' });
  expect(readForm('__proto__=x&constructor=y')).toMatchObject({ constructor: 'y' });
  const many = Array.from({ length: 101 }, (_, at) => `p${at}=1`).join('&');
  for (const text of ['code=a&code=a', 'code=a&code=b', 'x=%00', many]) {
    expect([text, codeOf(() => readForm(text))]).toEqual([text, 'invalid_request']);
  }
});

test('a client is named in the form, or as a user without a password; a secret is refused', () => {
  const idOf = (authorization: string | undefined, form: Record<string, string>) =>
    clientIdOf({ headers: authorization === undefined ? {} : { authorization } }, form);
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(idOf(undefined, { client_id: 'slc_1' })).toBe('slc_1');
  expect(idOf(undefined, {})).toBeNull();
  expect(idOf('Bearer x', { client_id: 'slc_1' })).toBe('slc_1');
  expect(idOf(basic('slc_1:'), {})).toBe('slc_1');
  expect(idOf(basic('slc_1:'), { client_id: 'slc_1' })).toBe('slc_1');
  expect(idOf(basic('https%3A%2F%2Fa.example%2Fc:'), {})).toBe('https://a.example/c');
  for (const header of [basic('slc_1:secret'), basic('slc_1'), basic(':'), basic('%zz:'), 'Basic !', 'Basic']) {
    expect([header, codeOf(() => idOf(header, {}))]).toEqual([header, 'invalid_client']);
  }
  expect(codeOf(() => idOf(basic('slc_1:'), { client_id: 'slc_2' }))).toBe('invalid_client');
  expect(codeOf(() => idOf(undefined, { client_id: 'slc_1', client_secret: 'x' }))).toBe('invalid_client');
});

test('a form post counts only when the browser says that it came from our page', () => {
  const forged: Record<string, string>[] = [
    {},
    ...['cross-site', 'same-site', 'none', 'same-origin, cross-site', ''].map((site) => ({ 'sec-fetch-site': site })),
    { 'sec-fetch-site': 'cross-site', origin: baseUrl },
    ...['null', 'https://evil.example', `${baseUrl}.evil.example`, `${baseUrl}/`, `${baseUrl}:8443`].map((origin) => ({
      origin,
    })),
    { origin: baseUrl.replace('https:', 'http:') },
    { origin: `${baseUrl}, https://evil.example` },
    { referer: `${baseUrl}/oauth/authorize` },
  ];
  for (const headers of forged) expect([headers, isOwnPress(headers, baseUrl)]).toEqual([headers, false]);
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: baseUrl }]) {
    expect(isOwnPress(headers, `${baseUrl}/below`)).toBe(true);
  }
});

test('sign-in with GitHub is offered only where browsers keep the cookie that ties it to one of them', () => {
  for (const url of ['https://sightline.example', 'http://localhost:4000', 'http://127.0.0.1']) {
    expect([url, keepsCookies(url)]).toEqual([url, true]);
  }
  for (const url of ['http://sightline.lan', 'http://localhost.evil.example', 'http://10.0.0.1']) {
    expect([url, keepsCookies(url)]).toEqual([url, false]);
  }
});

test('allowed owners are named by login in any case or by id; digits are an id, never a login', () => {
  const owners = ['acme', '583231'];
  const may = (owner: string, ownerId: string) => isWelcome(owners, { owner, ownerId });
  expect([may('acme', '1'), may('ACME', '1'), may('whatever', '583231')]).toEqual([true, true, true]);
  expect([may('mallory', '2'), may('583231', '3'), may('acme-evil', '4')]).toEqual([false, false, false]);
  expect(isWelcome(null, { owner: 'mallory', ownerId: '2' })).toBe(true);
  expect(isWelcome([], { owner: 'mallory', ownerId: '2' })).toBe(false);
});

test('the jobs of a repository are one client', () => {
  expect(jobClientId('1284')).toBe('github-actions:1284');
  expect([isJobClient('github-actions:1284'), isJobClient('https://client.example')]).toEqual([true, false]);
});

test('a name is one line of at most 100 visible characters, without invisible or bidirectional characters', () => {
  for (const nothing of [undefined, null, 7, {}, [], '', '   ', '\u202e\u200b', '\u0000', '\u3164', '\ud800']) {
    expect(cleanName(nothing)).toBe('Unnamed client');
  }
  const names: [string, string][] = [
    ['Good\u202egnp.exe\u202c\u2066x\u200f\u061c', 'Goodgnp.exex'],
    ['A\r\n\tB \u2028 C\u0000\u0007', 'A B C'],
    ['\u200bPay\u00adPal\ufeff', 'PayPal'],
    ['x'.repeat(1000), 'x'.repeat(100)],
    ['👩‍💻'.repeat(150), '👩💻'.repeat(50)],
    ['<script>alert(1)</script> & "x"', '<script>alert(1)</script> & "x"'],
    ['Уголёк — 设计 أداة', 'Уголёк — 设计 أداة'],
  ];
  expect(names.map(([given]) => [given, cleanName(given)])).toEqual(names);
  expect(cleanName(`Z${'\u0334'.repeat(500)}algo`).length).toBeLessThan(20);
});
