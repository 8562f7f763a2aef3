import { expect, test } from 'vitest';
import { returnPlaceOf, shownAddress } from '../../../server/api/oauth/return-place.ts';
import { hostOf, matchesRedirect, readRedirectUris } from '../../../server/domain/oauth-client/redirect-uri.ts';
import { oauthCodeOf } from '../../../server/domain/oauth-refusal.ts';
import { refusalOf } from './support/refusal.ts';

const ok = 'https://client.example/callback';

/** What no client may register: schemes that execute code, ambiguous hosts, and text that is no address. */
const hostile = [
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'javascript://client.example/%0aalert(1)', 'java\nscript:alert(1)'],
  ...[
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>1</script>',
  ],
  ...['data:,x', 'vbscript:msgbox(1)', 'file:///etc/passwd', 'blob:https://client.example/1', 'about:blank'],
  ...['filesystem:https://client.example/x', 'view-source:https://client.example', 'ws://localhost/'],
  ...['wss://client.example/', 'ftp://client.example/', 'mailto:a@client.example', 'tel:+100', 'sms:+100'],
  ...['intent://x#Intent;end', 'intent:x', 'ms-msdt:/id', 'ms-settings:privacy', 'search-ms:query=x', 'shell:startup'],
  ...['chrome://settings', 'jar:https://a.example!/', 'https://client.example/cb#fragment', 'http://localhost/#'],
  ...['cursor://x/cb#f', 'https://user@client.example/cb', 'https://user:pw@client.example/'],
  ...['https://@client.example/', 'cursor://user@host/cb', 'http://localhost@evil.example/'],
  ...['http://localhost:1@evil.example/', 'https://client.example\\@evil.example/', 'https:\\\\evil.example/'],
  ...['http://client.example/callback', 'http://localhost.evil.example/', 'http://127.0.0.1.evil.example/'],
  ...['http://0.0.0.0/', 'http://127.1/', 'http://2130706433/', 'http://0x7f.0.0.1/', 'http://127.0.0.2/'],
  ...['http://[::ffff:127.0.0.1]/', 'http://localhost:99999/', 'http://localhost:port/', 'http://localhost:*/'],
  ...['http://*/', 'http://10.0.0.1/cb', 'http:/localhost/', 'http:localhost', 'https:client.example'],
  ...['https:/client.example', 'https:///client.example', 'https://', 'https://:443/', 'https://client.example:99999/'],
  ...['https://cli ent.example/', 'https://client.example/a b', 'https://cl\u0456ent.example/'],
  ...[
    'https://client.example/\u202egnp',
    'https://ev%69l.example/',
    'https://*.example/',
    'https://client.example/%zz',
  ],
  ...['https://client.example/\r\nLocation: https://evil.example', 'https://a.example\u0000.b/', '//client.example/cb'],
  ...['/callback', 'callback', '', ' ', 'cursor', 'cursor://', '://x', '1app://cb', 'https://-/', 'https://[::1'],
  ...['https://client.example/"onload=1', 'https://client.example/<script>', `https://a.example/${'a'.repeat(2000)}`],
];

test('hostile redirect URIs are refused, alone or beside a good one, and never repeated unescaped', () => {
  for (const uri of hostile) {
    for (const uris of [[uri], [ok, uri]]) {
      const error = refusalOf(() => readRedirectUris(uris));
      expect([uri, oauthCodeOf(error)]).toEqual([uri, 'invalid_redirect_uri']);
      expect(error?.message).toMatch(/^[\x20-\x7e]+$/);
    }
  }
});

test('addresses of the web, of this machine and of apps are accepted as they are spelt', () => {
  const good = [
    ...[ok, 'https://client.example', 'https://client.example:8443/a/b?x=1&y=%20', 'HTTPS://Client.Example/cb'],
    ...['https://xn--e1afmkfd.example/cb', 'https://192.0.2.7/cb', 'http://localhost', 'http://LOCALHOST:1/cb'],
    ...['http://[::1]:9000/cb', 'com.example.app:/oauth2redirect'],
  ];
  expect(readRedirectUris(good)).toEqual(good);
  for (const uri of ['vscode://publisher.extension/cb', 'cursor://x/cb', 'my-app+dev.2:cb', 'app:/cb']) {
    expect(readRedirectUris([uri])).toEqual([uri]);
  }
});

test('one to ten are accepted, each once, in a list of texts only', () => {
  const many = Array.from({ length: 11 }, (_, at) => `${ok}/${at}`);
  expect(readRedirectUris(many.slice(1))).toHaveLength(10);
  expect(readRedirectUris([ok, ok])).toEqual([ok]);
  for (const value of [many, undefined, null, [], ok, {}, [1], [null], [[ok]], [{ uri: ok }]]) {
    expect(oauthCodeOf(refusalOf(() => readRedirectUris(value)))).toBe('invalid_redirect_uri');
  }
});

const VICTIM = 'https://victim.example/callback';

/** Other spellings of a redirect URI, and addresses that only resemble it. */
const tricks = [
  ...['https://mallory.example/callback', 'https://victim.example', 'https://victim.example/', `${VICTIM}/`],
  ...[`${VICTIM}?`, `${VICTIM}?next=https://mallory.example`, `${VICTIM}#`, `${VICTIM}#@mallory.example`],
  ...[`${VICTIM}/../evil`, 'https://victim.example/x/../callback', `${VICTIM}/..%2fevil`],
  ...[
    'https://victim.example/%2e%2e/callback',
    'https://victim.example/./callback',
    'https://victim.example//callback',
  ],
  ...['https://victim.example/%63allback', 'https://victim.example/CALLBACK', `${VICTIM};x`, `${VICTIM}%00`],
  ...[`${VICTIM}%20`, `${VICTIM} `, ` ${VICTIM}`, `${VICTIM}\t`, `${VICTIM}\r\nLocation: https://mallory.example`],
  ...['https://victim.example\\@mallory.example/callback', 'https://victim.example@mallory.example/callback'],
  ...['https://victim.example%40mallory.example/callback', `https://mallory.example/${VICTIM}`],
  ...[`https://mallory.example#${VICTIM}`, `https://mallory.example?${VICTIM}`, 'https://user@victim.example/callback'],
  ...['https://user:pw@victim.example/callback', 'https://victim.example:443/callback'],
  ...['https://victim.example:8443/callback', 'https://victim.example:/callback', 'https://victim.example./callback'],
  ...['https://victim.example.mallory.example/callback', 'https://mallory-victim.example/callback'],
  ...['https://sub.victim.example/callback', 'https://VICTIM.example/callback', 'HTTPS://victim.example/callback'],
  ...['https://vıctim.example/callback', 'https://vіctim.example/callback', 'https://victim。example/callback'],
  ...['https://victim.example／callback', 'https://ｖictim.example/callback', 'https://vic\u00adtim.example/callback'],
  ...['https://xn--vctim-n4a.example/callback', 'http://victim.example/callback', 'http://victim.example:80/callback'],
  ...['//victim.example/callback', '/callback', 'https:victim.example/callback', 'https:/victim.example/callback'],
  ...[
    'https:///victim.example/callback',
    'https:\\\\victim.example\\callback',
    'javascript:alert(1)',
    'victim://callback',
  ],
  ...['http://localhost.mallory.example/callback', 'http://localhost@mallory.example/callback'],
  ...['http://localhost:1@mallory.example/callback', 'http://localhost:1\\@mallory.example/callback'],
  ...[
    'http://localhost%2emallory.example/callback',
    'http://127.0.0.1.mallory.example/callback',
    'http://127.1/callback',
  ],
  ...[
    'http://2130706433/callback',
    'http://0x7f.0.0.1/callback',
    'http://0177.0.0.1/callback',
    'http://127.0.0.2/callback',
  ],
  ...['http://0.0.0.0/callback', 'http://[::]/callback', 'http://[::ffff:127.0.0.1]/callback'],
  ...['http://[0:0:0:0:0:0:0:1]/callback', 'http://localhost:65536/callback', 'http://localhost:-1/callback'],
  ...['http://localhost:1:2/callback', 'http://localhost:8080/callback/', 'http://localhost:8080/callback?x'],
  ...['http://localhost:8080/callback#x', 'http://localhost:8080//callback', 'http://localhost:8080/x/../callback'],
  ...['http://localhost.:8080/callback', 'http://loc%61lhost:8080/callback', 'https://localhost/callback'],
  ...['https://localhost:8080/callback', 'http://localhost:8080/\\mallory.example/callback', 'null', '*', ''],
  'https://*.example/callback',
];

test('only the exact registered address is accepted; on this machine any port and any name of it', () => {
  const registered = [VICTIM, 'http://localhost/callback'];
  for (const uri of tricks) expect([uri, matchesRedirect(registered, uri)]).toEqual([uri, false]);
  const good = ['', ':8080', ':1'].flatMap((port) =>
    ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'].map((host) => `http://${host}${port}/callback`),
  );
  for (const uri of [VICTIM, ...good]) expect([uri, matchesRedirect(registered, uri)]).toEqual([uri, true]);
  expect(matchesRedirect(['http://127.0.0.1:33418/'], 'http://localhost:51235')).toBe(true);
  expect(matchesRedirect(['http://127.0.0.1:38211/callback/d1f0'], 'http://[::1]:38212/callback/d1f0')).toBe(true);
  expect(matchesRedirect(['cursor://x/cb'], 'cursor://x/cb/')).toBe(false);
});

test('people see the host, the device or the app that an address leads to', () => {
  expect(['http://127.0.0.1:5000/cb', 'cursor://a/cb', 'https://client.example:8443/cb'].map(hostOf)).toEqual([
    'localhost',
    'cursor:',
    'client.example:8443',
  ]);
  expect(returnPlaceOf('http://127.0.0.1:5123/callback')).toEqual({ kind: 'device', host: '127.0.0.1' });
  expect(returnPlaceOf('https://claude.example:8443/cb')).toEqual({ kind: 'site', host: 'claude.example:8443' });
  expect(returnPlaceOf('cursor://anysphere.cursor-mcp/cb')).toEqual({ kind: 'app', scheme: 'cursor:' });
  expect(shownAddress(`${ok}?state=1#x`)).toBe(ok);
  const long = shownAddress(`${ok}/${'a'.repeat(300)}/end`);
  expect([long.length, long.startsWith(ok), long.includes('…'), long.endsWith('/end')]).toEqual([
    120,
    true,
    true,
    true,
  ]);
});
