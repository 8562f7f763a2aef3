import { z } from 'zod';
import type { Secrets } from '../../server/domain/ports.ts';

const SECONDS = 600;

/**
 * Defines a value that only one browser keeps, encrypted, for ten minutes. The cookie's prefix limits it to this host,
 * without subdomains, and to https; browsers also accept it over http on the machine itself.
 */
export function defineCookie<Shape extends z.ZodRawShape>(name: string, shape: Shape, associatedData: string) {
  const Value = z.object(shape);
  const Kept = z.object({ value: Value, expiresAt: z.number() });
  const header = (text: string, seconds: number): string =>
    `__Host-sightline-${name}=${text}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
  return {
    /** The header that removes it. */
    cleared: header('', 0),
    /** Returns the header that stores a value. */
    keep(secrets: Secrets, value: z.infer<typeof Value>, now: Date): string {
      const kept = { value, expiresAt: now.getTime() + SECONDS * 1000 };
      return header(secrets.encrypt(JSON.stringify(kept), associatedData).toString('base64url'), SECONDS);
    },
    /** Reads the value from the header `cookie`; null when there is none, or it has expired. */
    read(secrets: Secrets, cookies: string, now: Date): z.infer<typeof Value> | null {
      const start = `__Host-sightline-${name}=`;
      const pairs = cookies.split(';').map((pair) => pair.trim());
      const encrypted = pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
      try {
        const text = secrets.decrypt(Buffer.from(encrypted, 'base64url'), associatedData).toString();
        const { value, expiresAt } = Kept.parse(JSON.parse(text));
        return expiresAt > now.getTime() ? value : null;
      } catch {
        return null;
      }
    },
  };
}

/** A person who signed in with GitHub and is about to choose a repository. */
export const sessionCookie = defineCookie(
  'person',
  {
    /** The service's request that they choose a repository for */
    request: z.string(),
    token: z.string(),
    userId: z.int(),
    login: z.string(),
  },
  'person who joins',
);

export type Session = NonNullable<ReturnType<typeof sessionCookie.read>>;
