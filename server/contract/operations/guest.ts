import { z } from 'zod';
import { Text } from '../common.ts';
import { defineOperation, perMinute } from '../define-operation.ts';
import { discussedSuggestion, guestView, suggestion } from '../examples.ts';
import { GuestView } from '../guest.ts';
import { GivenReply, Place } from '../mark.ts';
import { Suggestion } from '../review.ts';

const ClientSuggestionId = z
  .string()
  .min(16)
  .max(64)
  .describe(
    'Made at random by the guest’s page: everybody who knows it may change the suggestion. A repeat adds nothing twice',
  );
const Own = z.object({ suggestion_id: z.int().min(1), client_suggestion_id: ClientSuggestionId });
const Body = Text.min(1).max(2000);
const secret = 'b0c2a6de-8d0f-4c0e-9a51-6f3f3c1f7d10';

const guestWrite = {
  group: 'Guest',
  actor: 'guest',
  output: z.object({ suggestion: Suggestion }),
  errors: ['not_found', 'invalid_request', 'conflict', 'rate_limited'],
} as const;

export const readGuestReview = defineOperation({
  name: 'read_guest_review',
  title: 'Read by guest link',
  description: 'Reads what the holder of a guest link sees. Changes nothing.',
  group: 'Guest',
  actor: 'guest',
  rest: { method: 'GET', path: '/g/{token}/review', success: 200 },
  input: z.object({}),
  output: GuestView,
  errors: ['not_found'],
  example: { description: 'An open pass.', input: {}, output: guestView },
});

export const readOwnSuggestions = defineOperation({
  name: 'read_own_suggestions',
  title: 'What became of one’s suggestions',
  description: 'Reads the suggestions whose secrets the caller knows. Changes nothing.',
  group: 'Guest',
  actor: 'guest',
  rest: { method: 'POST', path: '/g/{token}/suggestions/own', success: 200 },
  limits: [perMinute(120)],
  input: z.object({ client_suggestion_ids: z.array(ClientSuggestionId).max(200) }),
  output: z.object({
    suggestions: z.array(z.object({ client_suggestion_id: z.string(), suggestion: Suggestion })),
  }),
  errors: ['not_found', 'invalid_request', 'rate_limited'],
  example: {
    description: 'The reviewer took the suggestion over.',
    input: { client_suggestion_ids: [secret] },
    output: {
      suggestions: [{ client_suggestion_id: secret, suggestion: { ...suggestion, status: 'accepted', mark_id: 2 } }],
    },
  },
});

export const suggest = defineOperation({
  ...guestWrite,
  name: 'suggest',
  title: 'Leave a suggestion',
  description: 'Leaves a suggestion on a screenshot of an open review, for its reviewer to accept or dismiss.',
  rest: { method: 'POST', path: '/g/{token}/suggestions', success: 201 },
  limits: [perMinute(30)],
  input: z.object({
    ...Place.shape,
    body: Body,
    author: Text.max(80).optional(),
    client_suggestion_id: ClientSuggestionId,
  }),
  example: {
    description: 'A point beside the summary.',
    input: {
      screenshot_index: 0,
      kind: 'point',
      x: 0.42,
      y: 0.18,
      body: suggestion.body,
      author: 'Ola',
      client_suggestion_id: secret,
    },
    output: { suggestion },
  },
});

export const editSuggestion = defineOperation({
  ...guestWrite,
  name: 'edit_suggestion',
  title: 'Edit a suggestion',
  description: 'Changes the words or the place of one’s own suggestion while it is pending.',
  rest: { method: 'PATCH', path: '/g/{token}/suggestions/{suggestion_id}', success: 200 },
  limits: [perMinute(60)],
  input: z.object({ ...Own.shape, ...Place.partial().shape, body: Body.optional() }),
  example: {
    description: 'In clearer words.',
    input: { suggestion_id: 1, client_suggestion_id: secret, body: suggestion.body },
    output: { suggestion },
  },
});

export const replyToSuggestion = defineOperation({
  ...guestWrite,
  name: 'reply_to_suggestion',
  title: 'Reply to the reviewer',
  description: 'Writes below one’s own suggestion while it is pending. Changes no decision.',
  rest: { method: 'POST', path: '/g/{token}/suggestions/{suggestion_id}/replies', success: 201 },
  limits: [perMinute(30)],
  input: z.object({ ...Own.shape, ...GivenReply.shape, body: Body }),
  example: {
    description: 'The reviewer has asked something.',
    input: { suggestion_id: 1, client_suggestion_id: secret, body: 'For all of them.' },
    output: { suggestion: discussedSuggestion },
  },
});

export const withdrawSuggestion = defineOperation({
  ...guestWrite,
  name: 'withdraw_suggestion',
  title: 'Withdraw a suggestion',
  description:
    'Removes one’s own suggestion while it is pending. Suggesting it again with the same secret undoes that.',
  rest: { method: 'POST', path: '/g/{token}/suggestions/{suggestion_id}/withdraw', success: 200 },
  limits: [perMinute(60)],
  input: Own,
  output: z.object({ withdrawn: z.boolean().describe('false when there was nothing left to remove') }),
  example: {
    description: 'The guest thinks better of it.',
    input: { suggestion_id: 1, client_suggestion_id: secret },
    output: { withdrawn: true },
  },
});
