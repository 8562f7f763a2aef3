import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { newBearer } from '../../server/domain/token/rules.ts';
import { startService } from '../support/service.ts';

const BROWSER_CLIENT = 'https://inspector.example.com';
const service = await startService({ ROLE: 'web', MCP_ORIGINS: `${BROWSER_CLIENT}/, chrome-extension://abcdefgh` });
const port = Number(new URL(service.url).port);
const token = (await service.newClient()).token;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const pinged = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** Sends a request without `fetch`, which sets Host and Origin itself. `body` null: the announced body never comes. */
function askAt(
  at: number,
  method: string,
  headers: Record<string, string>,
  body: string | null,
  path = '/mcp/sightline',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: at, path, method, headers, agent: false }, (got) => {
      let text = '';
      got.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      got.on('end', () => {
        resolve({ status: got.statusCode ?? 0, headers: got.headers, text });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    if (body === null) sent.flushHeaders();
    else sent.end(body);
  });
}

const ask = (method: string, headers: Record<string, string>, body: string | null = ''): Promise<Answer> =>
  askAt(port, method, headers, body);

/** Sends a ping with a valid token, so that any refusal is due to the address. */
async function reach(headers: Record<string, string>): Promise<Answer> {
  const usual = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return ask('POST', { ...usual, accept: 'application/json, text/event-stream', ...headers }, pinged);
}

test('accepts our host, loopback, addresses and names without a dot; refuses names that point to us', async () => {
  const fine = [
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.8.9.1',
    '[::1]',
    '10.1.2.3',
    '192.168.0.7',
    '[fe80::1]',
    'web',
    'raspberry',
  ];
  const refused = [
    'attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'attacker.localhost.example',
    'localhost.',
    '127.0.0.1.nip.io',
    '1.2.3',
    '127.0.0.1.5',
    'sub.localhost',
    'xn--lcalhost-2fb.example',
  ];
  for (const host of fine) {
    for (const each of [host, `${host}:${port}`, `${host}:1`]) {
      expect([each, (await reach({ host: each })).status]).toEqual([each, 200]);
    }
  }
  for (const host of refused) {
    for (const each of [host, `${host}:${port}`]) {
      const { status, text } = await reach({ host: each });
      expect([each, status, JSON.parse(text).error]).toEqual([each, 403, 'forbidden']);
    }
  }
  console.log(`hosts: ${fine.length * 3} fine, ${refused.length * 2} refused`);
});

test('only the health probes answer under foreign host names', async () => {
  const status = async (path: string, host: string, method = 'GET') => {
    const headers = { host, authorization: `Bearer ${token}` };
    return [path, host, (await askAt(port, method, headers, '', path)).status];
  };
  const paths = ['/', '/api/billing', '/api/reviews', '/r/x', '/help/', '/openapi.json', '/assets/x', '/nothing'];
  for (const path of paths) {
    expect(await status(path, `attacker.example:${port}`)).toEqual([path, `attacker.example:${port}`, 403]);
  }
  expect(await status('/api/try-token', 'attacker.example', 'POST')).toEqual([
    '/api/try-token',
    'attacker.example',
    403,
  ]);
  for (const host of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`, 'web']) {
    for (const path of ['/', '/api/billing']) expect(await status(path, host)).toEqual([path, host, 200]);
  }
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect(await status(path, 'web-1.cluster.example')).toEqual([path, 'web-1.cluster.example', 200]);
  }
});

test('accepts no origin, ours, loopback on any port and configured ones; refuses others despite a token', async () => {
  const fine = [
    service.url,
    'http://localhost:6274',
    'https://localhost',
    'http://127.0.0.1:9',
    'http://[::1]:3000',
    BROWSER_CLIENT,
    'chrome-extension://abcdefgh',
  ];
  const refused = [
    'null',
    '',
    'https://attacker.example',
    'http://localhost.attacker.example',
    'http://localhost@attacker.example',
    'https://inspector.example.com.attacker.example',
    'http://inspector.example.com',
    'https://inspector.example.com:444',
    'http://127.0.0.1.attacker.example:6274',
    'file://',
    'chrome-extension://other',
    'javascript://localhost',
    'http://localhost:6274/path',
    'HTTP://attacker',
    'not an origin',
  ];
  for (const origin of fine) {
    const { status, headers } = await reach({ origin });
    expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 200, origin]);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers.vary).toContain('Origin');
  }
  for (const origin of refused) {
    const { status, headers } = await reach({ origin });
    expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 403, undefined]);
  }
  expect((await reach({})).headers['access-control-allow-origin']).toBeUndefined();
  console.log(`origins: ${fine.length} fine, ${refused.length} refused`);
});

test('refuses a page whose host name was rebound to this machine, whichever headers it sends', async () => {
  for (const host of ['attacker.example', `attacker.example:${port}`, 'localhost', `127.0.0.1:${port}`]) {
    const { status, headers } = await reach({ host, origin: `http://attacker.example:${port}` });
    expect([host, status]).toEqual([host, 403]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
  const forwarded = await reach({ host: 'attacker.example', 'x-forwarded-host': 'localhost' });
  expect(forwarded.status).toBe(403);
});

test('behind a trusted proxy checks the host name that the client used', async () => {
  const proxied = await startService({ ROLE: 'web', TRUST_PROXY: '127.0.0.1', MCP_ORIGINS: '*' });
  const { token: own } = await proxied.newClient();
  const ping = async (forwarded: Record<string, string>) => {
    const headers = { authorization: `Bearer ${own}`, 'content-type': 'application/json', ...forwarded };
    const accept = 'application/json, text/event-stream';
    return (await askAt(Number(new URL(proxied.url).port), 'POST', { ...headers, accept }, pinged)).status;
  };
  expect(await ping({ host: 'web.internal.example', 'x-forwarded-host': 'localhost' })).toBe(200);
  expect(await ping({ host: 'localhost', 'x-forwarded-host': 'attacker.example' })).toBe(403);
  expect(await ping({ host: 'web.internal.example' })).toBe(403);
  // `*` accepts every origin, but the token is still required.
  expect(await ping({ host: 'localhost', origin: 'https://any.example' })).toBe(200);
  expect(await ping({ host: 'localhost', origin: 'https://any.example', authorization: '' })).toBe(401);
});

test('answers preflights of a browser, and exposes the headers it needs, also on refusals', async () => {
  const asked = await ask('OPTIONS', {
    host: `localhost:${port}`,
    origin: BROWSER_CLIENT,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-param-city',
  });
  expect(asked.status).toBe(204);
  expect(asked.headers['access-control-allow-origin']).toBe(BROWSER_CLIENT);
  expect(asked.headers['access-control-allow-methods']).toContain('POST');
  expect(asked.headers['access-control-allow-headers']).toBe(
    'authorization,content-type,mcp-protocol-version,mcp-param-city',
  );
  expect(Number(asked.headers['access-control-max-age'])).toBeGreaterThan(0);

  const plain = await ask('OPTIONS', { origin: 'http://localhost:6274', 'access-control-request-headers': 'a\tb;c' });
  expect(plain.headers['access-control-allow-headers']).toMatch(/^Authorization, .*MCP-Protocol-Version/);

  const elsewhere = await ask('OPTIONS', {
    origin: 'https://attacker.example',
    'access-control-request-method': 'POST',
  });
  expect([elsewhere.status, elsewhere.headers['access-control-allow-origin']]).toEqual([403, undefined]);

  for (const authorization of ['', `Bearer ${newBearer('sla_')}`]) {
    const refused = await reach({ origin: BROWSER_CLIENT, authorization });
    expect(refused.status).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe(BROWSER_CLIENT);
    expect(refused.headers['access-control-expose-headers']).toMatch(/WWW-Authenticate.*Mcp-Session-Id/);
  }
  const get = await ask('GET', { origin: BROWSER_CLIENT });
  expect([get.status, get.headers['access-control-allow-origin']]).toEqual([401, BROWSER_CLIENT]);
  // A client that starts with GET is asked to sign in too.
  expect(get.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="http.*", scope="mcp:use"$/);
});

test('checks the caller before it reads a byte of the body', async () => {
  const promise = { 'content-type': 'application/json', 'content-length': '50000000' };
  const missing = await ask('POST', promise, null);
  expect(missing.status).toBe(401);
  expect(missing.headers['www-authenticate']).not.toContain('error=');
  expect(JSON.parse(missing.text).message).toContain('give it to yours, which signs in by itself');
  expect(missing.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="http.*", scope="mcp:use"$/);
  for (const bearer of ['slt_wrong', newBearer('slt_'), newBearer('sla_'), newBearer('slr_')]) {
    const wrong = await ask('POST', { ...promise, authorization: `Bearer ${bearer}` }, null);
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", resource_metadata=/);
  }
  const elsewhere = await ask(
    'POST',
    { ...promise, authorization: `Bearer ${token}`, origin: 'https://a.example' },
    null,
  );
  expect(elsewhere.status).toBe(403);
  // Without a token the body is not even parsed.
  expect((await ask('POST', { 'content-type': 'application/json' }, '{')).status).toBe(401);
  expect((await ask('POST', { 'content-type': 'text/plain' }, '{')).status).toBe(401);
});

test('forbids caching of every answer', async () => {
  const answers = [
    await reach({}),
    await reach({ authorization: '' }),
    await reach({ origin: 'null' }),
    await ask('GET', {}),
  ];
  for (const { headers } of answers) expect(headers['cache-control']).toContain('no-store');
});
