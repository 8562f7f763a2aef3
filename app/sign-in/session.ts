import { z } from 'zod';
import { defineCookie } from './cookie.ts';

const shape = {
  /** The service's request that they choose a repository for */
  request: z.string(),
  token: z.string(),
  userId: z.int(),
  login: z.string(),
};
const Shape = z.object(shape);
export type Session = z.infer<typeof Shape>;

/** A person who signed in with GitHub and is about to choose a repository. */
export const sessionCookie = defineCookie('person', shape, 'person who joins');
