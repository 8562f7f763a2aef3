import { createHash } from 'node:crypto';
import { z } from 'zod';
import { randomBase62 } from '../ids.ts';
import type { Ports } from '../ports.ts';
import { ConnectionRequest } from './connection-request.ts';

const CONSENT_STATE_MS = 3_600_000;
const ASSOCIATED_DATA = 'connect_sign_in.consent_state';
/** Longer than any consent state that this service makes, because an address has at most 16 KB. */
const MAX_CHARACTERS = 65_536;

const Contents = z.object({
  nonce: z.string(),
  expiresAt: z.number(),
  request: ConnectionRequest,
});

export interface ConsentState {
  request: ConnectionRequest;
  /** The only code that the request can get, however often the button is pressed. */
  code: string;
  /** How a person is recognised when they come back from signing in with GitHub. */
  signIn: {
    /** The secret that only their browser keeps. */
    secret: string;
    /** The name of the request on the way. The secret cannot be derived from it. */
    request: string;
  };
}

type Needed = Pick<Ports, 'clock' | 'secrets'>;

const derive = (what: string, from: string): string =>
  createHash('sha256').update(`sightline.${what}:${from}`).digest('base64url');

/** Returns the name of the request whose person's browser keeps this secret. */
export const requestOf = (secret: string): string => derive('sign-in request', secret);

/** Encrypts a checked request for a page to carry: nobody can read or make one, and it is valid for an hour. */
export function encryptConsentState(ports: Needed, request: ConnectionRequest): string {
  const expiresAt = ports.clock().getTime() + CONSENT_STATE_MS;
  const contents: z.infer<typeof Contents> = { nonce: randomBase62(43), expiresAt, request };
  return ports.secrets.encrypt(JSON.stringify(contents), ASSOCIATED_DATA).toString('base64url');
}

/** Decrypts a consent state; null when it is not ours or has expired. */
export function decryptConsentState(ports: Needed, text: string): ConsentState | null {
  if (text.length > MAX_CHARACTERS) return null;
  let contents: z.infer<typeof Contents>;
  try {
    contents = Contents.parse(
      JSON.parse(ports.secrets.decrypt(Buffer.from(text, 'base64url'), ASSOCIATED_DATA).toString()),
    );
  } catch {
    return null;
  }
  if (contents.expiresAt <= ports.clock().getTime()) return null;
  const { nonce, request } = contents;
  const secret = derive('sign-in secret', nonce);
  return { request, code: `slo_${derive('code', nonce)}`, signIn: { secret, request: requestOf(secret) } };
}
