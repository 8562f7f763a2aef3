import { z } from 'zod';
import { Text } from '../common.ts';
import { defineOperation } from '../define-operation.ts';
import { askedSuggestion, markedReview, openReview, suggestedMark, suggestion, viewOf } from '../examples.ts';
import { GivenFields, GivenReply } from '../mark.ts';
import { reviewerWrite } from './reviewer.ts';

const SuggestionId = z.object({ suggestion_id: z.int().min(1) });

export const acceptSuggestion = defineOperation({
  ...reviewerWrite,
  name: 'accept_suggestion',
  title: 'Accept a suggestion',
  description:
    'Makes a mark of a guest’s suggestion, in the guest’s name and place. Its words may be changed on the way. `restore_suggestion` undoes it.',
  rest: { method: 'POST', path: '/r/{token}/suggestions/{suggestion_id}/accept', success: 200 },
  input: z.object({ ...SuggestionId.shape, ...GivenFields.partial().shape }),
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

export const answerSuggestion = defineOperation({
  ...reviewerWrite,
  name: 'answer_suggestion',
  title: 'Reply to a suggestion',
  description: 'Writes below a pending suggestion; its guest reads it. Changes no decision.',
  rest: { method: 'POST', path: '/r/{token}/suggestions/{suggestion_id}/replies', success: 201 },
  input: z.object({ ...SuggestionId.shape, ...GivenReply.shape, author: Text.max(80).optional() }),
  example: {
    description: 'The reviewer wants to know more.',
    input: { suggestion_id: 1, body: 'For which country?', author: 'Mara' },
    output: viewOf({ ...openReview, suggestions: [askedSuggestion] }),
  },
});

export const dismissSuggestion = defineOperation({
  ...reviewerWrite,
  name: 'dismiss_suggestion',
  title: 'Dismiss a suggestion',
  description: 'Dismisses a guest’s suggestion. `restore_suggestion` undoes it.',
  rest: { method: 'POST', path: '/r/{token}/suggestions/{suggestion_id}/dismiss', success: 200 },
  input: SuggestionId,
  example: {
    description: 'Not this time.',
    input: { suggestion_id: 1 },
    output: viewOf({ ...openReview, suggestions: [{ ...suggestion, status: 'dismissed' }] }),
  },
});

export const restoreSuggestion = defineOperation({
  ...reviewerWrite,
  name: 'restore_suggestion',
  title: 'Make a suggestion pending again',
  description: 'Undoes accepting or dismissing; the mark it became is withdrawn while nobody has worked on it.',
  rest: { method: 'POST', path: '/r/{token}/suggestions/{suggestion_id}/restore', success: 200 },
  input: SuggestionId,
  example: {
    description: 'It deserves another look.',
    input: { suggestion_id: 1 },
    output: viewOf({ ...openReview, suggestions: [suggestion] }),
  },
});
