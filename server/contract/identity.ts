import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { defineOperation, perMinute } from './define-operation.ts';
import { ids } from './examples.ts';

/** Where the GitHub App publishes the Ed25519 keys of its assertions, under its address. */
export const vouchKeysPath = '/.well-known/jwks.json';
/** The `typ` of an assertion, so that no other token that the App may sign is ever taken for one. */
export const vouchType = 'sightline-vouch+jwt';
/** How long an assertion lives at most. */
export const VOUCH_SECONDS = 600;

/** Where the App signs in a person who joins a client to a repository's workspace, under its address: `?request=`. */
export const joinPath = '/sign-in/connect';
/** Where they come back to, under the service's address: `?assertion=`, or `?request=` and `&outcome=`. */
export const joinedPath = '/oauth/authorize/github';
/** The `typ` of an assertion of who joins, to which repository's workspace and for which request. */
export const joinType = 'sightline-join+jwt';
/** What came of a sign-in that has no assertion; `back`: the person chose nothing. */
export const joinOutcomes = ['declined', 'unavailable', 'back'] as const;
export type JoinOutcome = (typeof joinOutcomes)[number];
/** The form of a request's name: it says nothing of what is asked. */
export const isJoinRequest = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

export const identify = defineOperation({
  name: 'identify',
  title: 'Say who decides',
  description:
    'Takes the GitHub App’s word for who holds the link: an assertion (JWT, EdDSA) of at most ten minutes, for this service and this review, used once. Answers an `identity` that `decide` takes along.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/identity', success: 200 },
  tool: null,
  limits: [perMinute(30)],
  input: z.object({ assertion: z.string().min(1).max(4096).describe('What the App put behind `#vouch=`') }),
  output: z.object({
    identity: z.string().describe('Opaque; of this review alone'),
    login: z.string().describe('The GitHub login that the App vouches for'),
    review_id: Id,
    expires_at: Timestamp,
  }),
  errors: ['not_found', 'invalid_request', 'forbidden', 'rate_limited', 'unavailable'],
  example: {
    description: 'The App has signed octocat in.',
    input: { assertion: 'eyJhbGciOiJFZERTQSJ9.eyJsb2dpbiI6Im9jdG9jYXQifQ.c2lnbmF0dXJl' },
    output: {
      identity: 'AXq1Tn0yS3c',
      login: 'octocat',
      review_id: ids.first,
      expires_at: '2026-03-02T17:00:00.000Z',
    },
  },
});
