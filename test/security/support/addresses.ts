import { hostileHosts, privateIpv4 } from '../../api/adapters/support/hostile-urls.ts';

/** An address that must not be reached, and the form that disguises it. */
export interface HostileAddress {
  form: string;
  url: string;
}

/** Returns URLs that hide their host, so that another parser of the same text sees another host. */
function disguises(host: string, port: number): HostileAddress[] {
  const at = `${host}:${port}`;
  return [
    ['user information', `https://example.com@${at}/`],
    ['user and password', `https://example.com:443@${at}/`],
    ['user information with an encoded at', `https://example.com%40x@${at}/`],
    ['two at signs', `https://a@example.com@${at}/`],
    ['a fragment that looks like a host', `https://${at}#@example.com/`],
    ['a query that looks like a host', `https://${at}?@example.com/`],
    ['a path that looks like a host', `https://${at}/@example.com/`],
    ['backslashes', `https:\\\\${at}\\x`],
    ['a backslash before the at', `https://${at}\\@example.com/`],
    ['one slash', `https:/${at}/`],
    ['no slash', `https:${at}/`],
    ['many slashes', `https://////${at}/`],
    ['a tab', `https://${host.slice(0, 1)}\t${host.slice(1)}:${port}/`],
    ['a line feed', `https://${host.slice(0, 1)}\n${host.slice(1)}:${port}/`],
    ['a carriage return and a header', `https://${at}/\r\nHost: example.com\r\n`],
    ['a tab in the scheme', `ht\ttps://${at}/`],
    ['spaces around', `  https://${at}/  `],
    ['control characters before', `\u0000\u0001https://${at}/`],
    ['upper case', `HTTPS://${at}/`],
    ['a port with leading zeros', `https://${host}:000${port}/`],
    ['no port after the colon', `https://${host}:/`],
    ['port 0', `https://${host}:0/`],
    ['a port past the last', `https://${host}:65536/`],
    ['a port that wraps around', `https://${host}:${65_536 + port}/`],
    ['a negative port', `https://${host}:-1/`],
    ['a space in the host', `https://${host} .example.com/`],
    ['a null in the host', `https://${host}%00.example.com/`],
    ['an encoded slash in the host', `https://${host}%2f.example.com/`],
    ['an encoded colon', `https://${host}%3a${port}/`],
    ['an unclosed bracket', `https://[::ffff:${host}/`],
    ['two dots at the end', `https://${host}..:${port}/`],
    ['a byte too large', `https://${host}.256:${port}/`],
  ].map(([form = '', url = '']) => ({ form, url }));
}

const schemes = [
  'about:blank',
  'blob:https://127.0.0.1/x',
  'chrome://version/',
  'data:text/html,<img src=//127.0.0.1>',
  'dict://127.0.0.1:11211/stats',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'filesystem:https://127.0.0.1/temporary/x',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:6379/_INFO',
  'jar:https://127.0.0.1!/x',
  'javascript:fetch("//127.0.0.1")',
  'ldap://127.0.0.1/',
  'mailto:root@localhost',
  'netdoc:///etc/passwd',
  'sftp://127.0.0.1/',
  'tel:127001',
  'tftp://127.0.0.1/x',
  'unix:/var/run/docker.sock',
  'http+unix://%2fvar%2frun%2fdocker.sock/',
  'view-source:https://127.0.0.1/',
  'ws://127.0.0.1/',
  'wss://127.0.0.1/',
  '//127.0.0.1/',
  '127.0.0.1/',
  'https://',
  'https:',
].map((url) => ({ form: 'another scheme, or none', url }));

/** Returns every notation of every special address, and every disguise of one, all with `port`. */
export function hostileAddresses(port: number): HostileAddress[] {
  const literals = [...new Set(hostileHosts)].map((host) => ({ form: 'literal', url: `https://${host}:${port}/x` }));
  const disguised = ['127.0.0.1', ...privateIpv4.filter((_, at) => at % 6 === 3)].flatMap((host) =>
    disguises(host, port),
  );
  return [...literals, ...disguised, ...schemes];
}
