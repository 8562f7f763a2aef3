import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { haveAsked } from '../support/have-asked.ts';
import { sql } from '../support/sql.ts';
import { type Answer, oauthClient, postJson } from './support/oauth-client.ts';

let service: TestService;
let client: ReturnType<typeof oauthClient>;
beforeAll(async () => {
  service = await startService();
  client = oauthClient(service.url);
});
afterAll(() => service.close());
beforeEach(() => sql(service, 'DELETE FROM rate_window'));

const register = (metadata: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  postJson(`${service.url}/oauth/register`, metadata, headers);

/** What the usual clients send, and where one of them then wants to be sent back to. */
const usual: [name: string, metadata: { redirect_uris: string[]; [field: string]: unknown }, returns: string[]][] = [
  [
    'Cursor',
    {
      client_name: 'Cursor',
      client_uri: 'https://cursor.com',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'https://www.cursor.com/agents/mcp/oauth/callback'],
  ],
  [
    'VS Code',
    {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://localhost/',
        'http://127.0.0.1/',
        'http://localhost:33418/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'mcp:use offline_access',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    ['http://127.0.0.1:33418/', 'http://127.0.0.1:51234/', 'http://localhost:51235', 'https://vscode.dev/redirect'],
  ],
  [
    'Claude Code',
    {
      client_name: 'Claude Code (sightline)',
      redirect_uris: ['http://localhost:54545/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    ['http://localhost:54545/callback', 'http://localhost:61001/callback', 'http://127.0.0.1:61002/callback'],
  ],
  [
    'Codex',
    {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:38211/callback/d1f0'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
    },
    ['http://127.0.0.1:38211/callback/d1f0', 'http://[::1]:38212/callback/d1f0'],
  ],
  [
    'claude.ai',
    {
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      logo_uri: 'https://claude.ai/favicon.svg',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'claudeai mcp:use',
      token_endpoint_auth_method: 'client_secret_post',
    },
    ['https://claude.ai/api/mcp/auth_callback'],
  ],
  [
    'ChatGPT',
    {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    ['https://chatgpt.com/connector_platform_oauth_redirect'],
  ],
];

test.each(usual)('%s registers without a secret and connects', async (_name, metadata, returns) => {
  const { status, headers, body } = await register(metadata);
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(body).toEqual({
    client_id: expect.stringMatching(/^slc_[0-9A-Za-z]{27}$/),
    client_id_issued_at: expect.any(Number),
    client_name: metadata.client_name,
    redirect_uris: metadata.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'mcp:use',
  });
  for (const redirectUri of returns) {
    const grant = await client.newGrant({ clientId: String(body.client_id), redirectUri });
    expect((await client.exchange(grant)).status).toBe(200);
  }
});

const ok = 'https://client.example/callback';
const hostile = [
  ['javascript:alert(1)', 'JavaScript:alert(1)', 'javascript://client.example/%0aalert(1)', 'java\nscript:alert(1)'],
  [' javascript:alert(1)', '\tjavascript:alert(1)', '\u0001javascript:alert(1)', 'data:text/html,<script>1</script>'],
  ['data:,x', 'vbscript:msgbox(1)', 'file:///etc/passwd', 'blob:https://client.example/1', 'about:blank'],
  [
    'filesystem:https://client.example/x',
    'view-source:https://client.example',
    'ws://localhost/',
    'wss://client.example/',
  ],
  ['ftp://client.example/', 'mailto:a@client.example', 'tel:+100', 'sms:+100', 'intent://x#Intent;end', 'intent:x'],
  [
    'ms-msdt:/id',
    'ms-settings:privacy',
    'search-ms:query=x',
    'shell:startup',
    'chrome://settings',
    'jar:https://a.example!/',
  ],
  ['https://client.example/cb#fragment', 'http://localhost/#', 'cursor://x/cb#f', 'https://user@client.example/cb'],
  [
    'https://user:pw@client.example/',
    'https://@client.example/',
    'cursor://user@host/cb',
    'http://localhost@evil.example/',
  ],
  ['http://localhost:1@evil.example/', 'https://client.example\\@evil.example/', 'https:\\\\evil.example/'],
  [
    'http://client.example/callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://0.0.0.0/',
  ],
  ['http://127.1/', 'http://2130706433/', 'http://0x7f.0.0.1/', 'http://127.0.0.2/', 'http://[::ffff:127.0.0.1]/'],
  ['http://localhost:99999/', 'http://localhost:port/', 'http://localhost:*/', 'http://*/', 'http://10.0.0.1/cb'],
  ['http:/localhost/', 'http:localhost', 'https:client.example', 'https:/client.example', 'https:///client.example'],
  [
    'https://',
    'https://:443/',
    'https://client.example:99999/',
    'https://cli ent.example/',
    'https://client.example/a b',
  ],
  ['https://cl\u0456ent.example/', 'https://client.example/\u202egnp', 'https://ev%69l.example/', 'https://*.example/'],
  [
    'https://client.example/%zz',
    'https://client.example/\r\nLocation: https://evil.example',
    'https://a.example\u0000.b/',
  ],
  ['//client.example/cb', '/callback', 'callback', '', ' ', 'cursor', 'cursor://', '://x', '1app://cb', 'https://-/'],
  [
    'https://client.example/"onload=1',
    'https://client.example/<script>',
    'https://[::1',
    `https://a.example/${'a'.repeat(2000)}`,
  ],
].flat();

test('hostile redirect URIs are refused, alone and beside a good one, and none of them is echoed raw', async () => {
  let refused = 0;
  for (const uri of hostile) {
    for (const redirect_uris of [[uri], [ok, uri]]) {
      const { status, body } = await register({ client_name: 'x', redirect_uris });
      expect([uri, status, body.error]).toEqual([uri, 400, 'invalid_redirect_uri']);
      // What RFC 6749 lets a description have.
      expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      refused += 1;
    }
  }
  console.log(`${hostile.length} hostile redirect URIs × 2 ways: ${refused} refused`);
  expect(refused).toBe(hostile.length * 2);
});

test('ordinary redirect URIs of all kinds are taken', async () => {
  const good = [
    ok,
    'https://client.example',
    'https://client.example:8443/a/b?x=1&y=%20',
    'HTTPS://Client.Example/cb',
    'https://xn--e1afmkfd.example/cb',
    'https://192.0.2.7/cb',
    'http://localhost',
    'http://LOCALHOST:1/cb',
    'http://[::1]:9000/cb',
    'com.example.app:/oauth2redirect',
  ];
  const { status, body } = await register({ redirect_uris: good });
  expect([status, body.redirect_uris]).toEqual([201, good]);
  for (const uri of ['vscode://publisher.extension/cb', 'cursor://x/cb', 'my-app+dev.2:cb', 'app:/cb']) {
    expect([uri, (await register({ redirect_uris: [uri] })).status]).toEqual([uri, 201]);
  }
});

test('at most ten redirect URIs, and each once', async () => {
  const many = Array.from({ length: 11 }, (_, at) => `${ok}/${at}`);
  expect((await register({ redirect_uris: many.slice(1) })).status).toBe(201);
  expect((await register({ redirect_uris: many })).body.error).toBe('invalid_redirect_uri');
  expect((await register({ redirect_uris: [ok, ok] })).body.redirect_uris).toEqual([ok]);
});

test('what is no metadata of a client is refused with what to send', async () => {
  for (const redirect_uris of [undefined, null, [], ok, {}, [1], [null], [[ok]], [{ uri: ok }]]) {
    expect((await register({ redirect_uris })).body.error).toBe('invalid_redirect_uri');
  }
  for (const body of ['', '[]', 'null', '"x"', '1', '{', '{"redirect_uris":', '[{"redirect_uris":[]}]', '\u0000']) {
    const answer = await register(body);
    expect([body, answer.status, answer.body.error]).toEqual([body, 400, 'invalid_client_metadata']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  const form = await register('redirect_uris=x', { 'content-type': 'application/x-www-form-urlencoded' });
  expect([form.status, form.body.error]).toEqual([400, 'invalid_client_metadata']);
  const huge = await register({ redirect_uris: [ok], client_name: 'x'.repeat(70_000) });
  expect(huge.status).toBe(413);
  expect(huge.body.error).toEqual(expect.any(String));
});

test('unknown fields of any shape are ignored', async () => {
  const { status, body } = await register({
    redirect_uris: [ok],
    client_id: 'slc_mine',
    client_secret: 'mine',
    jwks: { keys: [] },
    contacts: ['a@client.example'],
    application_type: 7,
    grant_types: 'all',
    response_types: [{}],
    software_statement: 'x.y.z',
    scope: { deep: [] },
  });
  expect(status).toBe(201);
  expect(body).not.toHaveProperty('client_secret');
  expect(body.client_id).not.toBe('slc_mine');
  expect(Object.keys(body)).toHaveLength(8);
  expect(
    (await register({ redirect_uris: [ok], grant_types: ['client_credentials', 'implicit'] })).body.grant_types,
  ).toEqual(['authorization_code', 'refresh_token']);
  expect((await register({ redirect_uris: [ok], grant_types: ['authorization_code'] })).body.grant_types).toEqual([
    'authorization_code',
  ]);
});

test('a name is one line of at most 100 shown characters that turns and hides nothing', async () => {
  const named = async (client_name: unknown) => (await register({ redirect_uris: [ok], client_name })).body.client_name;
  for (const nothing of [undefined, null, 7, {}, [], '', '   ', '\u202e\u200b', '\u0000', '\u3164', '\ud800']) {
    expect(await named(nothing)).toBe('Unnamed client');
  }
  expect(await named('Good\u202egnp.exe\u202c\u2066x\u200f\u061c')).toBe('Goodgnp.exex');
  expect(await named('A\r\n\tB \u2028 C\u0000\u0007')).toBe('A B C');
  expect(await named('\u200bPay\u00adPal\ufeff')).toBe('PayPal');
  expect(await named('x'.repeat(1000))).toBe('x'.repeat(100));
  expect(await named('👩‍💻'.repeat(150))).toBe('👩💻'.repeat(50));
  expect(String(await named(`Z${'\u0334'.repeat(500)}algo`)).length).toBeLessThan(20);
  expect(await named('<script>alert(1)</script> & "x"')).toBe('<script>alert(1)</script> & "x"');
  expect(await named('Уголёк — 设计 أداة')).toBe('Уголёк — 设计 أداة');
});

test('one address registers 300 clients an hour, and no more', async () => {
  const limited = await startService();
  try {
    const send = () => postJson(`${limited.url}/oauth/register`, { redirect_uris: [ok] });
    await send();
    await haveAsked(limited, 299);
    expect((await send()).status).toBe(201);
    await haveAsked(limited, 300);
    const { status, headers, body } = await send();
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  } finally {
    await limited.close();
  }
});
