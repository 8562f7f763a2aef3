/** Where the App signs in a person who joins a client to a repository's workspace, under its address: `?request=`. */
export const joinPath = '/sign-in/connect';
/** Where they come back to, under the service's address: `?assertion=`, or `?request=` and `&outcome=`. */
export const joinedPath = '/oauth/authorize/github';
/** What came of a sign-in that has no assertion; `back`: the person chose nothing. */
export const joinOutcomes = ['declined', 'unavailable', 'back'] as const;
export type JoinOutcome = (typeof joinOutcomes)[number];
/** The format of a request's name, which reveals nothing about the request. */
export const isJoinRequest = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);
