import { z } from 'zod';
import { defineOperation, perMinute } from './define-operation.ts';
import { markedReview, openReview, suggestedMark, suggestion, viewOf } from './examples.ts';
import { ReviewerView } from './reviewer.ts';

const SuggestionId = z.object({ suggestion_id: z.int().min(1) });
const errors = ['not_found', 'invalid_request', 'conflict', 'rate_limited'] as const;

export const acceptSuggestion = defineOperation({
  name: 'accept_suggestion',
  title: 'Accept a suggestion',
  description:
    'Makes a mark of a guest’s suggestion, in the guest’s name and place. Its words may be changed on the way. `restore_suggestion` undoes it.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/suggestions/{suggestion_id}/accept', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: z.object({
    ...SuggestionId.shape,
    body: z.string().trim().min(1).max(4000).optional(),
    must_fix: z.boolean().optional(),
  }),
  output: ReviewerView,
  errors,
  example: {
    description: 'The guest is right.',
    input: { suggestion_id: 1 },
    output: viewOf({
      ...markedReview,
      marks: [suggestedMark],
      suggestions: [{ ...suggestion, status: 'accepted', mark_id: 1 }],
    }),
  },
});

export const dismissSuggestion = defineOperation({
  name: 'dismiss_suggestion',
  title: 'Dismiss a suggestion',
  description: 'Says that a guest’s suggestion is not followed. `restore_suggestion` undoes it.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/suggestions/{suggestion_id}/dismiss', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: SuggestionId,
  output: ReviewerView,
  errors,
  example: {
    description: 'Not this time.',
    input: { suggestion_id: 1 },
    output: viewOf({ ...openReview, suggestions: [{ ...suggestion, status: 'dismissed' }] }),
  },
});

export const restoreSuggestion = defineOperation({
  name: 'restore_suggestion',
  title: 'Make a suggestion pending again',
  description: 'Undoes accepting or dismissing; the mark it became is withdrawn while nobody has worked on it.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/suggestions/{suggestion_id}/restore', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: SuggestionId,
  output: ReviewerView,
  errors,
  example: {
    description: 'It deserves another look.',
    input: { suggestion_id: 1 },
    output: viewOf({ ...openReview, suggestions: [suggestion] }),
  },
});
