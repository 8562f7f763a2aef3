import { consumeRateLimit } from '../consume-rate-limit.ts';
import { randomBase62 } from '../ids.ts';
import { oauthRefusal } from '../oauth-refusal.ts';
import type { Ports } from '../ports.ts';
import { readRedirectUris } from './redirect-uri.ts';
import { insertClient } from './store.ts';

/** The name of a client that gives none. */
export const UNNAMED = 'Unnamed client';
const NAME_CHARACTERS = 100;
/** The most combining marks on one character; no script needs more than a few, and they stack without end. */
const MAX_MARKS = 4;
const MAX_READ = 2000;

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns a client's own name, safe to show: one line of at most 100 visible characters, without control characters,
 * invisible characters and those that reverse the direction of text.
 */
export function cleanName(value: unknown): string {
  if (typeof value !== 'string') return UNNAMED;
  const line = value
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u{fffd}\u{2028}\u{2029}\u{3164}\u{115f}\u{1160}\u{ffa0}\u{2800}]/gu, '');
  const shown = Array.from(segments.segment(line.trim()), ({ segment }) =>
    [...segment].slice(0, 1 + MAX_MARKS).join(''),
  );
  return shown.slice(0, NAME_CHARACTERS).join('').trim() || UNNAMED;
}

/** The only scope. */
export const SCOPE = 'mcp:use';

/** The limit for one calling address. Hosted clients register for all their users from a few addresses. */
const LIMIT = { max: 300, seconds: 3600 };

/** What a client is registered as (RFC 7591 3.2.1); never with a secret. */
interface Registration {
  client_id: string;
  /** Seconds since 1970 */
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: 'none';
  scope: string;
}

const ours = ['authorization_code', 'refresh_token'];

/**
 * Returns those of the requested grants that this service has: several clients also request grants that only other
 * services have.
 */
function readGrantTypes(asked: unknown): string[] {
  if (!Array.isArray(asked)) return ours;
  const known = ours.filter((grant) => asked.includes(grant));
  return known.includes('authorization_code') ? known : ours;
}

/**
 * Registers any client; it has no access until a person connects it. Everything but its addresses and its name is
 * ignored.
 * @throws DomainError of OAuth's `invalid_client_metadata` or `invalid_redirect_uri`; `rate_limited`
 */
export async function registerClient(ports: Ports, metadata: unknown, address: string): Promise<Registration> {
  await consumeRateLimit(ports, `oauth_register:${address}`, LIMIT, 'registrations from this address');
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    throw oauthRefusal('invalid_client_metadata', 'Send the metadata of the client as a JSON object.');
  }
  const { redirect_uris, client_name, grant_types } = metadata as Record<string, unknown>;
  const redirectUris = readRedirectUris(redirect_uris);
  const name = cleanName(client_name);
  const createdAt = ports.clock();
  const id = `slc_${randomBase62(27)}`;
  await insertClient(ports.db, { id, name, redirectUris, createdAt });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: readGrantTypes(grant_types),
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPE,
  };
}
