import { consumeRateLimit } from '../consume-rate-limit.ts';
import type { Ports } from '../ports.ts';
import { type ConsentState, decryptConsentState, requestOf } from './consent-state.ts';
import { findCode, findSignInRow, insertSignIn } from './store.ts';

/** From the press on the connect screen to the press on the page that they come back to. */
export const SIGN_IN_SECONDS = 1800;
/** Begun from one address: each keeps a request, which may be long. */
const SIGN_INS = { max: 20, seconds: 600 };

/**
 * A person goes to sign in with GitHub: what they were asked is kept, so that it need not travel.
 * @throws DomainError `rate_limited`
 */
export async function beginSignIn(
  ports: Ports,
  text: string,
  { signIn }: ConsentState,
  address: string,
): Promise<void> {
  await consumeRateLimit(ports, `connect_sign_in:${address}`, SIGN_INS, undefined, 'sign-ins from this address');
  const expiresAt = new Date(ports.clock().getTime() + SIGN_IN_SECONDS * 1000);
  await insertSignIn(ports.db, { id: signIn.request, ticket: text, expiresAt });
}

export interface BegunSignIn {
  /** The consent state, as pages carry it */
  text: string;
  consent: ConsentState;
  /** Whether the client has its tokens already. */
  connected: boolean;
}

/** What a person comes back to whose browser keeps this secret; null when it is too late, or was never asked. */
export async function findSignIn(ports: Ports, secret: string): Promise<BegunSignIn | null> {
  const row = await findSignInRow(ports.db, requestOf(secret));
  if (row === null || row.expiresAt <= ports.clock()) return null;
  const consent = decryptConsentState(ports, row.ticket);
  if (consent === null) return null;
  const code = await findCode(ports.db, ports.secrets.hash(consent.code));
  return { text: row.ticket, consent, connected: code !== null && code.usedAt !== null };
}
