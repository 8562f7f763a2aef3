import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../../server/domain/ports.ts';
import { defineCookie } from './cookie.ts';

/** A sign-in that this browser began. */
export const attemptCookie = defineCookie(
  'sign-in',
  { state: z.string(), verifier: z.string(), id: z.string() },
  'sign-in attempt',
);

const random = () => randomBytes(32).toString('base64url');

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  /** GitHub's web address, without a trailing slash */
  webUrl: string;
  redirectUri: string;
}

/** Begins a sign-in for one registration. Returns the address for the browser, and the cookie that only it carries. */
export function beginSignIn(client: OAuthClient, secrets: Secrets, id: string, now: Date) {
  const attempt = { state: random(), verifier: random(), id };
  const location = new URL(`${client.webUrl}/login/oauth/authorize`);
  location.search = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    state: attempt.state,
    code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return { location: location.toString(), cookie: attemptCookie.keep(secrets, attempt, now) };
}

/** Returns the attempt that this browser began and GitHub answers; null when it is a different one, or expired. */
export function readAttempt(secrets: Secrets, cookies: string, state: string, now: Date) {
  const attempt = attemptCookie.read(secrets, cookies, now);
  if (attempt === null) return null;
  const [given, known] = [Buffer.from(state), Buffer.from(attempt.state)];
  return given.length === known.length && timingSafeEqual(given, known) ? attempt : null;
}

const Answer = z.object({ access_token: z.string().min(1) });

/** Exchanges a code for the person's token; null when GitHub refuses the code. Throws when GitHub does not answer. */
export async function exchangeCode(client: OAuthClient, code: string, verifier: string): Promise<string | null> {
  const response = await fetch(`${client.webUrl}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      code,
      redirect_uri: client.redirectUri,
      code_verifier: verifier,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status >= 500 || response.status === 429) throw new GitHubDown();
  const answer = Answer.safeParse(await response.json().catch(() => null));
  return response.ok && answer.success ? answer.data.access_token : null;
}

/** GitHub does not answer at the moment. */
export class GitHubDown extends Error {
  override message = 'GitHub does not answer.';
}
