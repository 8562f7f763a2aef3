import type { FastifyRequest } from 'fastify';
import { SIGN_IN_SECONDS } from '../../domain/connection/sign-in.ts';

/** The prefix limits the cookie to this host and to https; browsers also accept it over http on the machine itself. */
const NAME = '__Host-sightline-connect';

/** Returns whether a browser accepts such a cookie from this address. */
export function keepsCookies(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Returns the cookie that ties a sign-in to the browser it was begun in, until the person comes back from GitHub. */
export const signInCookie = (secret: string): string =>
  `${NAME}=${secret}; Path=/; Max-Age=${SIGN_IN_SECONDS}; Secure; HttpOnly; SameSite=Lax`;

/** Returns the secret in the cookie; null when this browser has begun no sign-in. */
export function signInSecretOf({ headers }: FastifyRequest): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}
