import { consumeRateLimit } from '../consume-rate-limit.ts';
import { oauthCodeOf, oauthRefusal } from '../oauth-refusal.ts';
import type { Ports } from '../ports.ts';
import { FRESH_SECONDS, freshSeconds, isDocumentAddress, parseDocument } from './document-rules.ts';
import { knownClient } from './known-clients.ts';
import { StoredRedirectUris } from './redirect-uri.ts';
import { findClientRow, staleDocument, upsertDocument } from './store.ts';

export interface KnownClient {
  id: string;
  kind: 'registered' | 'document';
  /** The name the client gives itself: a claim, not a proof. Safe to show as data. */
  name: string;
  redirectUris: string[];
  /** The host that publishes the client's document, which is verified. null: nobody confirms this client. */
  host: string | null;
}

/**
 * How a metadata document is requested. Redirects are not followed, because they would let another address speak for
 * this one. Anybody may name an address, so no setting allows a private one.
 */
export const DOCUMENT_REQUEST = {
  use: 'client_document',
  method: 'GET',
  headers: { accept: 'application/json' },
  timeoutMs: 5000,
  maxBytes: 65_536,
} as const;

/** The limit for one calling address. A document that is still fresh is not read again and not counted. */
const READS = { max: 30, seconds: 600 };

/** How long a document is used after it is stale, while its host cannot be read. */
const KEPT_MS = 7 * 86_400_000;

/** One message for all reasons, so that it does not reveal which names exist and which ports answer. */
const UNREAD = 'The client’s metadata document could not be read.';
const unread = () =>
  oauthRefusal(
    'temporarily_unavailable',
    `${UNREAD} Where this service has no outbound internet, its operator sets CLIENT_DOCUMENTS=off: then clients register here instead.`,
  );

/** Returns whether the address itself names a private network, whatever answers there. */
function isPrivate(ports: Ports, url: string): boolean {
  try {
    ports.outbound.checkUrl(url, DOCUMENT_REQUEST.use);
    return false;
  } catch (error) {
    if (ports.outbound.isFailure(error)) return true;
    throw error;
  }
}

async function fetchDocument(ports: Ports, url: string) {
  const { host } = new URL(url);
  if (isPrivate(ports, url)) throw oauthRefusal('invalid_client', UNREAD);
  const answer = await ports.outbound.request({ ...DOCUMENT_REQUEST, url }).catch((error: unknown) => {
    if (!ports.outbound.isFailure(error)) throw error;
    ports.log.info({ client: url, reason: error.reason }, 'a client’s metadata document could not be read');
    throw error.reason === 'too_large' ? oauthRefusal('invalid_client', UNREAD) : unread();
  });
  // Hosts behind bot protection answer 403 to some networks and not to others.
  if (answer.status >= 500 || answer.status === 429 || answer.status === 403) {
    ports.log.info({ client: url, status: answer.status }, 'a client’s metadata document could not be read');
    throw unread();
  }
  if (answer.status !== 200) throw oauthRefusal('invalid_client', UNREAD);
  // Other content that anybody may upload to a host, such as a text or an image, does not speak for the host.
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  if (!/^application\/([\w.+-]+\+)?json$/i.test(type.trim())) {
    throw oauthRefusal('invalid_client', `What ${host} has at the client’s address is not JSON.`);
  }
  return answer;
}

/** Reads the document, and replaces the stored copy with what it declares. */
async function readAnew(ports: Ports, url: string, now: Date): Promise<KnownClient> {
  const answer = await fetchDocument(ports, url);
  const { name, redirectUris } = parseDocument(url, answer.body);
  const freshUntil = new Date(now.getTime() + freshSeconds(answer.headers['cache-control']) * 1000);
  await upsertDocument(ports.db, { id: url, name, redirectUris, createdAt: now, freshUntil });
  return { id: url, kind: 'document', name, redirectUris, host: new URL(url).host };
}

/** Services whose operator has been warned that documents cannot be read. */
const warned = new WeakSet<Ports>();

/**
 * Returns a client that is known without its document. It is kept for a few minutes before the document is tried again.
 */
async function standIn(ports: Ports, url: string, now: Date, kept: KnownClient | null): Promise<KnownClient | null> {
  const known = knownClient(url);
  // A stored document that was read from its host may declare more than the built-in one, and then stays. A built-in
  // copy that an earlier version of this service stored may declare less, and is replaced.
  if (known === null || kept?.redirectUris.some((uri) => !known.redirectUris.includes(uri))) return null;
  if (!warned.has(ports)) {
    warned.add(ports);
    ports.log.warn(
      { client: url },
      'clients’ metadata documents cannot be read: known clients connect without theirs; where this service has no outbound internet, set CLIENT_DOCUMENTS=off',
    );
  }
  const freshUntil = new Date(now.getTime() + FRESH_SECONDS.least * 1000);
  await upsertDocument(ports.db, { id: url, ...known, createdAt: now, freshUntil });
  return { id: url, kind: 'document', ...known, host: new URL(url).host };
}

/**
 * Returns a client whose id is the address of its metadata (OAuth Client ID Metadata Document). A document is kept for
 * as long as its host allows, between 5 minutes and a day, and for a week more while its host cannot be read. The
 * clients of `known-clients.ts` connect without it. `address`: where the request comes from, for counting.
 * @throws oauthRefusal `invalid_client`; `temporarily_unavailable` when its host cannot be reached; `rate_limited`
 */
export async function readClientDocument(ports: Ports, url: string, address: string): Promise<KnownClient> {
  if (!isDocumentAddress(url)) {
    throw oauthRefusal(
      'invalid_client',
      'A `client_id` that is an address must be https, have a path, and be written in its one normal form.',
    );
  }
  const now = ports.clock();
  const row = await findClientRow(ports.db, url);
  const freshUntil = row?.freshUntil?.getTime() ?? 0;
  const kept: KnownClient | null = row && {
    id: url,
    kind: 'document',
    name: row.name,
    redirectUris: StoredRedirectUris.parse(row.redirectUris),
    host: new URL(url).host,
  };
  if (kept !== null && freshUntil > now.getTime()) return kept;
  await consumeRateLimit(ports, `client_document:${address}`, READS, 'client documents for this address');
  try {
    return await readAnew(ports, url, now);
  } catch (error) {
    const isAway = oauthCodeOf(error) === 'temporarily_unavailable';
    const isKept = kept !== null && freshUntil + KEPT_MS > now.getTime();
    const known = isAway ? await standIn(ports, url, now, isKept ? kept : null) : null;
    if (known !== null) return known;
    if (isKept && isAway) return kept;
    // The host answers, and no longer confirms the client. The stored copy must not be used when the host is
    // unreachable next time.
    if (kept !== null && oauthCodeOf(error) !== null && !isAway) await staleDocument(ports.db, url);
    throw error;
  }
}
