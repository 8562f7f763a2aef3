import { expect, test } from 'vitest';
import { freshSeconds, isDocumentAddress, parseDocument } from '../../../server/domain/oauth-client/document-rules.ts';
import { knownClient } from '../../../server/domain/oauth-client/known-clients.ts';
import { matchesRedirect } from '../../../server/domain/oauth-client/redirect-uri.ts';
import { oauthCodeOf } from '../../../server/domain/oauth-refusal.ts';
import { refusalOf } from './support/refusal.ts';

const URL_OF_IT = 'https://agent.example/client.json';
const RETURN = 'https://agent.example/callback';
const good = { client_id: URL_OF_IT, client_name: 'Agent', redirect_uris: [RETURN] };

const read = (document: object | string | Buffer) =>
  parseDocument(
    URL_OF_IT,
    Buffer.isBuffer(document)
      ? document
      : Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
  );

test('a document names its client, and a nameless client is named by its host', () => {
  expect(read({ ...good, grant_types: ['urn:x:other'], extra: { a: 1 } })).toEqual({
    name: 'Agent',
    redirectUris: [RETURN],
  });
  for (const client_name of [undefined, ' \u200b ']) expect(read({ ...good, client_name }).name).toBe('agent.example');
  expect(read({ ...good, client_name: '<b>\u202e\u0000 & "S"' }).name).toBe('<b> & "S"');
});

test('a client that prefers to sign its requests is accepted if it also supports `none`', () => {
  const liked = { ...good, token_endpoint_auth_method: 'private_key_jwt' };
  expect(read({ ...liked, token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] }).name).toBe('Agent');
  for (const supported of [undefined, [], ['private_key_jwt'], 'none']) {
    const document = { ...liked, token_endpoint_auth_methods_supported: supported };
    expect(oauthCodeOf(refusalOf(() => read(document)))).toBe('invalid_client');
  }
});

const wrong: Record<string, object | string | Buffer> = {
  'another client_id': { ...good, client_id: 'https://agent.example/other.json' },
  'no client_id': { ...good, client_id: undefined },
  'a client_id that is a list': { ...good, client_id: [URL_OF_IT] },
  'its client_id with a slash': { ...good, client_id: `${URL_OF_IT}/` },
  'its client_id in upper case': { ...good, client_id: URL_OF_IT.toUpperCase() },
  'its client_id with a query': { ...good, client_id: `${URL_OF_IT}?` },
  'no redirect_uris': { ...good, redirect_uris: undefined },
  'empty redirect_uris': { ...good, redirect_uris: [] },
  'redirect_uris that are text': { ...good, redirect_uris: RETURN },
  'a script among them': { ...good, redirect_uris: [RETURN, 'javascript:alert(1)'] },
  'plain http among them': { ...good, redirect_uris: [RETURN, 'http://agent.example/callback'] },
  'a fragment among them': { ...good, redirect_uris: [RETURN, `${RETURN}#x`] },
  'eleven of them': { ...good, redirect_uris: Array.from({ length: 11 }, (_, at) => `${RETURN}/${at}`) },
  'a secret method': { ...good, token_endpoint_auth_method: 'client_secret_basic' },
  'a null method': { ...good, token_endpoint_auth_method: null },
  'a secret': { ...good, client_secret: 'hunter2' },
  'a name that is a list': { ...good, client_name: ['Agent'] },
  'no JSON': 'client_id',
  'half of it': '{"client_id":',
  nothing: '',
  'a list': [good],
  'a null': 'null',
  'a text': '"x"',
  'a deep one': '['.repeat(60_000),
  'its properties on its prototype': `{"__proto__":${JSON.stringify(good)}}`,
  'bytes that are no UTF-8': Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
};

test('a document of another client, or one that is invalid, is refused', () => {
  for (const [what, document] of Object.entries(wrong)) {
    expect(oauthCodeOf(refusalOf(() => read(document))), what).toMatch(/^invalid_(client|redirect_uri)$/);
  }
});

test('a document is cached for as long as its host says, between 5 minutes and a day', () => {
  const kept: [string | undefined, number][] = [
    [undefined, 3600],
    ['public', 3600],
    ['max-age=1800', 1800],
    ['public, max-age="900"', 900],
    ['MAX-AGE=600, immutable', 600],
    ['max-age=0', 300],
    ['max-age=60', 300],
    ['no-store', 300],
    ['no-cache, max-age=7200', 300],
    ['max-age=99999999', 86_400],
    ['max-age=-5', 3600],
    ['max-age=soon', 3600],
    ['s-maxage=700', 3600],
  ];
  expect(kept.map(([said]) => [said, freshSeconds(said)])).toEqual(kept);
});

test('an address has one spelling, has a path, and contains no user name', () => {
  const at = 'localhost:8443';
  for (const address of [URL_OF_IT, `https://${at}/client.json`, `https://${at}/a?b=c`]) {
    expect([address, isDocumentAddress(address)]).toEqual([address, true]);
  }
  const spellings = [
    ...[`https://${at}`, `https://${at}/`, `https://${at}/#x`, `https://${at}/client.json#`, `https://${at}/c.json#x`],
    ...[`https://user@${at}/c.json`, `https://user:pass@${at}/c.json`, `https://:@${at}/c.json`],
    ...[
      `https://${at}/a/../c.json`,
      `https://${at}/./c.json`,
      `https://${at}/a/%2e%2e/c.json`,
      `https://${at}\\c.json`,
    ],
    ...[`https:\\\\${at}\\c.json`, `https:${at}/c.json`, `https:/${at}/c.json`, `https:///${at}/c.json`],
    ...[`HTTPS://${at}/c.json`, `https://LOCALHOST:8443/c.json`, 'https://localhost:08443/c.json'],
    ...['https://ｌｏｃａｌｈｏｓｔ:8443/c.json', 'https://loc%61lhost:8443/c.json', `https://${at}/client json`],
    ...[`https://${at}/clïent.json`, `https://${at}/c.json?a=ü`, ` https://${at}/c.json`, `https://${at}/c.json\n`],
    ...[`https://${at}/c\t.json`, `https://${at}/${'x'.repeat(2000)}`, `http://${at}/c.json`, `//${at}/c.json`],
    ...['https://localhost.:443/c.json', 'https://example.com:443/c.json', ''],
  ];
  for (const spelling of spellings) expect([spelling, isDocumentAddress(spelling)]).toEqual([spelling, false]);
});

test('clients on people’s own machines are known without their documents, and redirect to that machine alone', () => {
  const known: [string, string, string][] = [
    ['Claude Code', 'https://claude.ai/oauth/claude-code-client-metadata', 'http://localhost:53076/callback'],
    ['Codex', 'https://chatgpt.com/oauth/codex/client.json', 'http://127.0.0.1:41239/callback'],
    ['Codex', 'https://chatgpt.com/oauth/codex/a1B2-c_3/client.json', 'http://127.0.0.1:41239/callback/a1B2-c_3'],
    ['GitHub Copilot CLI', 'https://github.com/copilot/cli/client-metadata.json', 'http://127.0.0.1:60005/'],
    ['GitHub Copilot CLI', 'https://github.com/copilot/cli/client-metadata.json', 'http://127.0.0.1:42773/callback'],
    ['Visual Studio Code', 'https://vscode.dev/oauth/client-metadata.json', 'http://127.0.0.1:33418/'],
    ['opencode', 'https://opencode.ai/oauth/opencode/client.json', 'http://127.0.0.1:19876/mcp/oauth/callback'],
    ['Zed', 'https://zed.dev/oauth/client-metadata.json', 'http://127.0.0.1:40001/callback'],
  ];
  for (const [name, id, back] of known) {
    const client = knownClient(id);
    expect([client?.name, matchesRedirect(client?.redirectUris ?? [], back)]).toEqual([name, true]);
    for (const uri of [RETURN, 'https://vscode.dev/redirect', `${back}x`, back.replace('http:', 'https:')]) {
      expect([uri, matchesRedirect(client?.redirectUris ?? [], uri)]).toEqual([uri, false]);
    }
  }
  const unknown = [
    'https://claude.ai/oauth/claude-code-client-metadata/',
    'https://claude.ai/oauth/other',
    '__proto__',
  ];
  for (const id of [...unknown, 'https://chatgpt.com/oauth/codex/a/b/client.json']) expect(knownClient(id)).toBeNull();
});
