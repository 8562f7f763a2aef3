import { z } from 'zod';
import type { Secrets } from '../../server/domain/ports.ts';

/**
 * The prefix limits the cookie to the App's host and to https; browsers also accept it over http on the machine itself.
 */
const NAME = '__Host-sightline-person';
const SECONDS = 600;
const ASSOCIATED_DATA = 'person who joins';

/**
 * A person who signed in with GitHub and is about to choose a repository. The encrypted session is kept only in their
 * browser.
 */
const Session = z.object({
  /** The service's request that they choose a repository for */
  request: z.string(),
  token: z.string(),
  userId: z.int(),
  login: z.string(),
  expiresAt: z.number(),
});
export type Session = z.infer<typeof Session>;

const cookie = (value: string, seconds: number): string =>
  `${NAME}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;

export const endedSession = cookie('', 0);

export function keepSession(secrets: Secrets, session: Omit<Session, 'expiresAt'>, now: Date): string {
  const kept: Session = { ...session, expiresAt: now.getTime() + SECONDS * 1000 };
  return cookie(secrets.encrypt(JSON.stringify(kept), ASSOCIATED_DATA).toString('base64url'), SECONDS);
}

/** Reads the session; null when there is none, or it has expired. */
export function readSession(secrets: Secrets, cookies: string, now: Date): Session | null {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  const encrypted = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? '';
  try {
    const session = Session.parse(
      JSON.parse(secrets.decrypt(Buffer.from(encrypted, 'base64url'), ASSOCIATED_DATA).toString()),
    );
    return session.expiresAt > now.getTime() ? session : null;
  } catch {
    return null;
  }
}
