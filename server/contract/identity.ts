/**
 * The path below the App's address at which it signs in a person who joins a client to a repository's workspace:
 * `?request=`.
 */
export const joinPath = '/sign-in/connect';
/** The path below the service's address that they come back to: `?assertion=`, or `?request=` and `&outcome=`. */
export const joinedPath = '/oauth/authorize/github';
/** The results of a sign-in without an assertion; `back`: the person chose nothing. */
export const joinOutcomes = ['declined', 'unavailable', 'back'] as const;
export type JoinOutcome = (typeof joinOutcomes)[number];
/** Returns whether text has the format of a request's name, which reveals nothing about the request. */
export const isJoinRequest = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);
