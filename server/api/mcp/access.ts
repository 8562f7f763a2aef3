import { isIP } from 'node:net';
import { DomainError } from '../../domain/failure.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `example.com:4000`, `[::1]:4000` → the name alone, in lower case. */
const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '');

const originOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Which hosts and origins may reach an endpoint that programs on a person's own machine talk to. */
export interface Access {
  /** @throws DomainError `forbidden` */
  check(host: string | undefined, origin: string | undefined): void;
}

const isName = (name: string): boolean => name.includes('.') && isIP(name.replace(/^\[|\]$/g, '')) === 0;

/**
 * Refuses requests by a name that is none of `urls`: a page that had its own name point at this machine sends that one.
 * What no page can be served under is fine: an address, a name within a network.
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
 * A page that had its own name point at this machine (DNS rebinding) sends that name as Host and Origin. Our own name is
 * fine, and so is what no page can be served under: an address, a name within a network. `origins` are those of clients
 * that run in a browser; `*` lets all of them in, since nothing here rests on a cookie.
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

/** What lets a browser's client of that origin, which has been checked, read an answer. No cookie counts. */
export const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': readable,
  vary: 'Origin',
});

/** The answer to what a browser asks before it sends `wanted` headers; protocol revisions add some of their own. */
export const preflightHeaders = (wanted: string | undefined) => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': wanted !== undefined && names.test(wanted) ? wanted : requestable,
  'access-control-max-age': '7200',
});
