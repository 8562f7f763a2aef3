import { z } from 'zod';
import { Timestamp } from './common.ts';
import { defineOperation, perMinute } from './define-operation.ts';
import { guestView, suggestion } from './examples.ts';
import { Mark, Place } from './mark.ts';
import { ReviewStatus, Screenshot, Suggestion } from './review.ts';

/** What the holder of a guest link sees: no other links, no webhook, no packets, nobody else's pending suggestion. */
export const GuestView = z.object({
  title: z.string(),
  context: z.string().nullable(),
  status: ReviewStatus,
  pass: z.int(),
  expires_at: Timestamp,
  screenshots: z.array(Screenshot.omit({ change: true, elements_url: true })),
  marks: z
    .array(
      Mark.pick({
        id: true,
        screenshot_index: true,
        kind: true,
        x: true,
        y: true,
        width: true,
        height: true,
        body: true,
        status: true,
      }),
    )
    .describe('Marks that the reviewer already placed, without withdrawn ones'),
  can: z.object({ suggest: z.boolean() }).describe('What this link may do now'),
  read_only_reason: z.string().nullable().describe('Why nothing can be suggested, in words for a person'),
  newest: z
    .object({ pass: z.int(), guest_share_url: z.url() })
    .nullable()
    .describe('The newest living pass of the chain when it is another one'),
  expected_shots: z.int().describe('How many shots this review will have once all are made'),
});
export type GuestView = z.infer<typeof GuestView>;

const ClientSuggestionId = z
  .string()
  .min(16)
  .max(64)
  .describe(
    'Made at random by the guest’s page: whoever knows it may change the suggestion. A repeat adds nothing twice',
  );
const Own = z.object({ suggestion_id: z.int().min(1), client_suggestion_id: ClientSuggestionId });
const Body = z.string().trim().min(1).max(2000);
const One = z.object({ suggestion: Suggestion });
const errors = ['not_found', 'invalid_request', 'conflict', 'rate_limited'] as const;
const secret = 'b0c2a6de-8d0f-4c0e-9a51-6f3f3c1f7d10';

export const readGuestReview = defineOperation({
  name: 'read_guest_review',
  title: 'Read by guest link',
  description: 'Reads what the holder of a guest link sees. Changes nothing.',
  actor: 'guest',
  rest: { method: 'GET', path: '/g/{token}/review', success: 200 },
  tool: null,
  limits: [],
  input: z.object({}),
  output: GuestView,
  errors: ['not_found'],
  example: { description: 'An open pass.', input: {}, output: guestView },
});

export const readOwnSuggestions = defineOperation({
  name: 'read_own_suggestions',
  title: 'What became of one’s suggestions',
  description: 'Reads the suggestions whose secrets the caller knows. Changes nothing.',
  actor: 'guest',
  rest: { method: 'POST', path: '/g/{token}/suggestions/own', success: 200 },
  tool: null,
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
  name: 'suggest',
  title: 'Leave a suggestion',
  description: 'Leaves a suggestion on a shot of an open review, for its reviewer to accept or dismiss.',
  actor: 'guest',
  rest: { method: 'POST', path: '/g/{token}/suggestions', success: 201 },
  tool: null,
  limits: [perMinute(30)],
  input: z.object({
    ...Place.shape,
    body: Body,
    author: z.string().trim().max(80).optional(),
    client_suggestion_id: ClientSuggestionId,
  }),
  output: One,
  errors,
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
  name: 'edit_suggestion',
  title: 'Edit a suggestion',
  description: 'Changes the words or the place of one’s own suggestion while it is pending.',
  actor: 'guest',
  rest: { method: 'PATCH', path: '/g/{token}/suggestions/{suggestion_id}', success: 200 },
  tool: null,
  limits: [perMinute(60)],
  input: z.object({ ...Own.shape, ...Place.partial().shape, body: Body.optional() }),
  output: One,
  errors,
  example: {
    description: 'In clearer words.',
    input: { suggestion_id: 1, client_suggestion_id: secret, body: suggestion.body },
    output: { suggestion },
  },
});

export const withdrawSuggestion = defineOperation({
  name: 'withdraw_suggestion',
  title: 'Take a suggestion back',
  description:
    'Removes one’s own suggestion while it is pending. Suggesting it again with the same secret undoes that.',
  actor: 'guest',
  rest: { method: 'POST', path: '/g/{token}/suggestions/{suggestion_id}/withdraw', success: 200 },
  tool: null,
  limits: [perMinute(60)],
  input: Own,
  output: z.object({ withdrawn: z.boolean().describe('false when there was nothing left to remove') }),
  errors,
  example: {
    description: 'The guest thinks better of it.',
    input: { suggestion_id: 1, client_suggestion_id: secret },
    output: { withdrawn: true },
  },
});
