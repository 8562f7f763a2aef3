import { z } from 'zod';
import { oauthRefusal } from '../oauth-refusal.ts';

/** Redirect URIs as stored in the database, validated before by `readRedirectUris`. */
export const StoredRedirectUris = z.array(z.string());

const MAX_URIS = 10;
const MAX_CHARACTERS = 2000;

/** Any character that an address may contain (RFC 3986), each `%` with its two digits. */
const WRITTEN = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/i;
const AUTHORITY = /^\/\/([^/?]*)/;
/** A host as it is compared and shown: nothing that a browser would read as a different host than a person does. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?)(?::\d{1,5})?$/i;
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(?:\/?$|(?=[/?]))/i;

/** Schemes that a browser or a system acts on by itself, so that a redirect to them would have an effect. */
const ACTING = new Set(
  (
    'about acap afp android-app appstore blob brave callto cap chrome cid content data dav dict dns edge facetime ' +
    'facetime-audio feed file filesystem finger ftp ftps geo git go gopher hcp help iax imap im imessage intent ipp ' +
    'irc ircs itms itms-apps itms-appss itms-services jar javascript ldap ldaps livescript macappstore mailto market ' +
    'mid mk mms mmst nfs news nntp opera pop pres res resource rlogin rsync rtmp rtsp sftp shell shortcuts sip sips ' +
    'sms smsto smb snews snmp ssh stun svn tel telnet tftp tn3270 turn turns udp urn vbs vbscript view-source ' +
    'vnd.ms.radio vnc webcal webcals wpad ws wss wyciwyg xmpp search search-ms safari prefs app-prefs rdp url'
  ).split(' '),
);
/** Prefixes of schemes handled by Windows, by macOS's settings and by browsers for their own pages. */
const ACTING_PREFIX = /^(?:ms-|microsoft-|x-apple|chrome-|moz-|com\.apple\.|about-|windows)/;

const refuse = (uri: string, why: string): never => {
  // Shown to the sender: shortened, and without characters that could be mistaken for our own words.
  const shown = JSON.stringify(uri.slice(0, 100)).replace(/[^\x20-\x7e]/g, '?');
  throw oauthRefusal('invalid_redirect_uri', `The redirect URI ${shown} ${why}`);
};

function readRedirectUri(uri: string): string {
  if (uri.length > MAX_CHARACTERS) refuse(uri, `is longer than ${MAX_CHARACTERS} characters.`);
  if (!WRITTEN.test(uri)) refuse(uri, 'holds characters that an address cannot have; encode them.');
  if (uri.includes('#')) refuse(uri, 'has a fragment (#), which a redirect cannot have.');
  const [, scheme = '', rest = ''] = SCHEME.exec(uri) ?? [];
  if (scheme === '') refuse(uri, 'is not absolute: begin it with https://, http://localhost or a scheme of your app.');
  const [, authority] = AUTHORITY.exec(rest) ?? [];
  if (authority?.includes('@')) refuse(uri, 'has a user name in it, which a redirect cannot have.');
  const web = /^https?$/i.test(scheme);
  if (web && (authority === undefined || !HOST.test(authority))) refuse(uri, 'has no well-formed host.');
  if (!URL.canParse(uri)) refuse(uri, 'is not a well-formed address.');
  if (/^http$/i.test(scheme) && !isLoopback(uri)) {
    refuse(uri, 'must be https: http is for localhost, 127.0.0.1 and [::1] only.');
  }
  const name = scheme.toLowerCase();
  if (ACTING.has(name) || ACTING_PREFIX.test(name)) refuse(uri, `has the scheme ${name}:, which no client may take.`);
  if (rest.replace(/^\/*/, '') === '' && authority !== undefined) refuse(uri, 'has nothing after its scheme.');
  return uri;
}

/**
 * Returns the redirect URIs that a client wants: https, http to the machine it runs on, or a scheme of its own app.
 * @throws DomainError of OAuth's `invalid_redirect_uri`
 */
export function readRedirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw oauthRefusal('invalid_redirect_uri', 'Send `redirect_uris`: a list of at least one address to return to.');
  }
  if (value.length > MAX_URIS) {
    throw oauthRefusal('invalid_redirect_uri', `Send at most ${MAX_URIS} redirect URIs.`);
  }
  const uris = value.map((each: unknown) => {
    if (typeof each !== 'string') throw oauthRefusal('invalid_redirect_uri', 'Each redirect URI is text.');
    return readRedirectUri(each);
  });
  return [...new Set(uris)];
}

/** Returns whether the address leads to the reader's own machine, over http. */
function isLoopback(uri: string): boolean {
  const [found, port] = LOOPBACK.exec(uri) ?? [];
  return found !== undefined && Number(port ?? 80) <= 65_535 && URL.canParse(uri);
}

/** Returns the part after the host and the port. */
const afterHost = (uri: string): string => uri.replace(LOOPBACK, '');

/**
 * Returns whether a client that registered these URIs may be returned to `given`. They must match exactly, except that
 * a loopback address matches with any port and any loopback name, because a client on a person's machine takes a free
 * port (RFC 8252 7.3).
 */
export function matchesRedirect(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true;
  if (!isLoopback(given)) return false;
  return registered.some((each) => isLoopback(each) && afterHost(each) === afterHost(given));
}

/**
 * Returns where a redirect leads, as a person reads it: a host, `localhost`, or the scheme of an app such as `cursor:`.
 */
export function hostOf(redirectUri: string): string {
  if (isLoopback(redirectUri)) return 'localhost';
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' ? host : protocol;
}
