import { isIP } from 'node:net';
import { DomainError } from '../../domain/failure.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns the host name alone, in lower case: `example.com:4000`, `[::1]:4000`. */
const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '');

const originOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Which hosts and origins may reach an endpoint that programs on a person's own machine also call. */
export interface Access {
  /** @throws DomainError `forbidden` */
  check(host: string | undefined, origin: string | undefined): void;
}

const isName = (name: string): boolean => name.includes('.') && isIP(name.replace(/^\[|\]$/g, '')) === 0;

/**
 * Returns a check that refuses requests with a host name that is none of `urls`, because a page that had its own name
 * resolve to this machine sends that one. Names that no page can be served under are accepted: an address, a name
 * within a network.
 * @throws DomainError `forbidden`
 */
export function createHostCheck(urls: readonly string[]): (host: string | undefined) => void {
  const ours = urls.map((url) => new URL(url).hostname);
  return (host) => {
    const name = hostnameOf(host ?? '');
    if (!isName(name) || ours.includes(name)) return;
    throw new DomainError('forbidden', `This service is not reached by that name: use ${urls[0]}.`);
  };
}

/**
 * Returns a check against DNS rebinding: a page that had its own name resolve to this machine sends that name as Host
 * and Origin. Accepted are our own name, and names that no page can be served under: an address, a name within a
 * network. `origins` are those of clients that run in a browser; `*` allows all of them, because nothing here depends
 * on a cookie.
 */
export function createAccess(baseUrl: string, origins: readonly string[]): Access {
  const base = new URL(baseUrl);
  const checkHost = createHostCheck([baseUrl]);
  const isOrigin = (text: string): boolean => {
    if (origins.includes('*') || origins.includes(text.toLowerCase())) return true;
    const origin = originOf(text);
    if (origin === null || origin.origin !== text) return false;
    return origin.origin === base.origin || (/^https?:$/.test(origin.protocol) && loopback.test(origin.hostname));
  };
  return {
    check(host, origin) {
      checkHost(host);
      if (origin !== undefined && !isOrigin(origin)) {
        throw new DomainError('forbidden', 'This request comes from another site: MCP_ORIGINS names those that may.');
      }
    },
  };
}

const methods = 'POST, GET, DELETE, OPTIONS';
const requestable =
  'Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name';
const readable =
  'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Service-Version';
const names = /^[\w-]+( *, *[\w-]+)*$/;

/**
 * Returns headers that let a browser client of that origin, which has been checked, read an answer. Cookies are not
 * used.
 */
export const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': readable,
  vary: 'Origin',
});

/** Returns the headers of a preflight answer for the `wanted` headers; protocol revisions add some of their own. */
export const preflightHeaders = (wanted: string | undefined) => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': wanted !== undefined && names.test(wanted) ? wanted : requestable,
  'access-control-max-age': '7200',
});
