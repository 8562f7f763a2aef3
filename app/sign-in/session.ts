import { z } from 'zod';
import { defineCookie } from './cookie.ts';

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
