import { consumeRateLimit } from '../consume-rate-limit.ts';
import type { Ports } from '../ports.ts';
import { type ConsentState, decryptConsentState, requestOf } from './consent-state.ts';
import { findCode, findSignInRow, insertSignIn } from './store.ts';

/** Seconds between pressing the button on the connect screen and pressing the one on the page after the sign-in. */
export const SIGN_IN_SECONDS = 1800;
/** How many sign-ins may begin from one address: each stores a request, which may be long. */
const SIGN_INS = { max: 20, seconds: 600 };

/**
 * Begins a sign-in with GitHub: stores the person's request, so that it need not travel with them.
 * @throws DomainError `rate_limited`
 */
export async function beginSignIn(
  ports: Ports,
  text: string,
  { signIn }: ConsentState,
  address: string,
): Promise<void> {
  await consumeRateLimit(ports, `connect_sign_in:${address}`, SIGN_INS, 'sign-ins from this address');
  const expiresAt = new Date(ports.clock().getTime() + SIGN_IN_SECONDS * 1000);
  await insertSignIn(ports.db, { id: signIn.request, consentState: text, expiresAt });
}

export interface BegunSignIn {
  /** The consent state, as pages carry it */
  text: string;
  consent: ConsentState;
  /** Whether the client already has its tokens. */
  connected: boolean;
}

/**
 * Returns the request that a person comes back to, by the secret in their browser; null when it has expired or never
 * existed.
 */
export async function findSignIn(ports: Ports, secret: string): Promise<BegunSignIn | null> {
  const row = await findSignInRow(ports.db, requestOf(secret));
  if (row === null || row.expiresAt <= ports.clock()) return null;
  const consent = decryptConsentState(ports, row.consentState);
  if (consent === null) return null;
  const code = await findCode(ports.db, ports.secrets.hash(consent.code));
  return { text: row.consentState, consent, connected: code !== null && code.usedAt !== null };
}
