import { createHash, randomBytes } from 'node:crypto';
import { requestTables, sql } from '../../support/sql.ts';

export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

export const encode = (fields: Fields): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of value === undefined ? [] : [value].flat()) text.append(name, each);
  }
  return text.toString();
};

let addresses = 0;
/**
 * Returns the headers of a person with a new address, for a service with `TRUST_PROXY=loopback`. Limits count per
 * address.
 */
export function newPerson(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` };
}

/** Returns the parameters of an authorization request, as every client sends them. */
export const question = (clientId: string, redirectUri: string, more: Fields = {}): Fields => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
  code_challenge_method: 'S256',
  state: randomBytes(12).toString('base64url'),
  ...more,
});
/** The verifier for the challenge in `question`. */
export const verifier = 'v'.repeat(43);

export interface Seen {
  status: number;
  headers: Headers;
  html: string;
  /** The redirect address; null when it does not redirect. */
  location: URL | null;
}

async function seen(response: Response): Promise<Seen> {
  const location = response.headers.get('location');
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    html,
    location: location === null ? null : new URL(location),
  };
}

/** Returns the steps on a service's connect screen, for a person at one address. */
export function connectScreenOf(url: string, person: Record<string, string> = newPerson()) {
  const show = async (asked: Fields | string, headers: Record<string, string> = {}, method = 'GET') =>
    seen(
      await fetch(`${url}/oauth/authorize?${typeof asked === 'string' ? asked : encode(asked)}`, {
        method,
        redirect: 'manual',
        headers: { ...person, ...headers },
      }),
    );
  const send = async (fields: Fields | string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    seen(
      await fetch(`${url}/oauth/authorize`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...person, ...headers },
        body: typeof fields === 'string' ? fields : encode(fields),
      }),
    );
  return {
    show,
    send,
    register: async (redirect_uris: string[], client_name = 'A client'): Promise<string> => {
      const response = await fetch(`${url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...newPerson() },
        body: JSON.stringify({ redirect_uris, client_name }),
      });
      const body: unknown = await response.json();
      if (typeof body === 'object' && body !== null && 'client_id' in body) return String(body.client_id);
      throw new Error(`Not registered: ${response.status}`);
    },
    consent: async (asked: Fields): Promise<string> => consentOf(await show(asked)),
    exchange: async (clientId: string, code: string | null, redirectUri: string): Promise<Response> =>
      fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...newPerson() },
        body: encode({
          grant_type: 'authorization_code',
          client_id: clientId,
          code: code ?? '',
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      }),
  };
}

export function consentOf({ html, status }: Seen): string {
  const consent = /name="consent" value="([^"]+)"/.exec(html)?.[1];
  if (consent === undefined) throw new Error(`There is no consent state on this page (${status}).`);
  return consent;
}

/** Returns the link with which the page of a refused request leads back, decoded as a browser would. */
export function offeredBack({ html }: Seen): URL | null {
  const href = /<a href="([^"]+)" rel="noreferrer">/.exec(html)?.[1];
  return href === undefined ? null : new URL(href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
}

/** Returns the page's heading. */
export const headingOf = ({ html }: Seen): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

/** Returns how many rows each table has that only requests change. */
export async function rowCounts(service: { databaseUrl: string }): Promise<Record<string, number>> {
  const text = (await requestTables(service)).map(
    (name) => `SELECT '${name}' AS name, count(*)::int AS n FROM "${name}"`,
  );
  const rows = await sql<{ name: string; n: number }>(service, text.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}
