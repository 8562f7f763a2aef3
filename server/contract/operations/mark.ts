import { z } from 'zod';
import { Id, ReviewId, Text, Timestamp } from '../common.ts';
import { adds, defineOperation, perMinute, updates } from '../define-operation.ts';
import {
  answer,
  answeredReview,
  ids,
  mark,
  markedReview,
  question,
  referenceImage,
  reportedReview,
  secondPass,
  secondPassWith,
  tinyImage,
  viewOf,
} from '../examples.ts';
import { GivenFields, GivenReply, Place, SkippedMark } from '../mark.ts';
import { Review } from '../review.ts';
import { reviewerWrite } from './reviewer.ts';

const MarkId = z.object({ mark_id: z.int().min(1) });

export const resolveMarks = defineOperation({
  name: 'resolve_marks',
  title: 'Report marks as fixed',
  description:
    'Reports to the reviewer which marks are `resolved` or `in_progress`, with a note for each. Works while the review’s status is `changes_requested`. The reviewer verifies or reopens each on the next pass.',
  group: 'Marks',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/marks/resolve', success: 200 },
  tool: { ...updates, searchHint: 'report visual feedback as fixed, resolve review marks' },
  maxBodyBytes: 4_000_000,
  limits: [perMinute(120)],
  input: z.object({
    ...ReviewId.shape,
    marks: z
      .array(
        z.object({
          id: z.int().min(1),
          status: z.enum(['resolved', 'in_progress']),
          note: Text.max(2000).optional(),
          after_image: z.string().max(2000).optional().describe('https URL of an image that shows the fix'),
        }),
      )
      .min(1)
      .max(200),
  }),
  output: z.object({ updated: z.int(), skipped: z.array(SkippedMark), review: Review }),
  errors: ['unauthenticated', 'not_found', 'invalid_request', 'invalid_state', 'no_mark_changed', 'rate_limited'],
  example: {
    description: 'Mark 1 is reported as fixed; mark 7 is none of this review’s.',
    input: {
      id: ids.first,
      marks: [
        { id: 1, status: 'resolved', note: 'The text is now #1a1a1a on the brand colour, contrast 9:1.' },
        { id: 7, status: 'resolved' },
      ],
    },
    output: { updated: 1, skipped: [{ id: 7, reason: 'not_found' }], review: reportedReview },
  },
});

export const replyToMark = defineOperation({
  name: 'reply_to_mark',
  title: 'Reply to a mark',
  description:
    'Writes below a mark. Ask with `question` instead of guessing; wait_for_decision then waits for the answer.',
  group: 'Marks',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/marks/{mark_id}/replies', success: 201 },
  tool: { ...adds, searchHint: 'ask the reviewer about a mark' },
  limits: [perMinute(60)],
  input: z.object({ ...ReviewId.shape, ...MarkId.shape, ...GivenReply.shape, question: z.boolean().optional() }),
  output: z.object({ mark_id: z.int(), reply_id: Id }),
  errors: ['unauthenticated', 'not_found', 'invalid_request', 'invalid_state', 'conflict', 'rate_limited'],
  example: {
    description: 'The agent asks which blue is meant.',
    input: { id: ids.first, mark_id: 1, body: question.body, question: true },
    output: { mark_id: 1, reply_id: question.id },
  },
});

export const answerMark = defineOperation({
  ...reviewerWrite,
  name: 'answer_mark',
  title: 'Reply to a mark by link',
  description: 'Writes below a mark, and answers what the agent asked about it. Changes no decision.',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/replies', success: 201 },
  input: z.object({ ...MarkId.shape, ...GivenReply.shape, author: Text.max(80).optional() }),
  example: {
    description: 'The reviewer answers the agent’s question.',
    input: { mark_id: 1, body: answer.body, author: 'Mara' },
    output: viewOf(answeredReview),
  },
});

export const placeMark = defineOperation({
  ...reviewerWrite,
  name: 'place_mark',
  title: 'Place a mark',
  description:
    'Marks a point or a box on a screenshot, with text. While changes are requested, what is placed, edited, withdrawn or restored waits in `unsent` until `decide` sends it.',
  rest: { method: 'POST', path: '/r/{token}/marks', success: 201 },
  input: z.object({
    ...Place.shape,
    ...GivenFields.shape,
    author: Text.max(80).optional(),
    client_mark_id: z.string().min(8).max(64).describe('Made by the page; a repeat places nothing twice'),
  }),
  example: {
    description: 'A box around the pay button that must be fixed.',
    input: {
      screenshot_index: 0,
      kind: 'box',
      x: 0.6875,
      y: 0.5514,
      width: 0.1875,
      height: 0.0224,
      body: mark.body,
      must_fix: true,
      author: 'Mara',
      client_mark_id: 'f3b6c1d2-0f65-4c58-9d0e-0a4f2a0c7f11',
    },
    output: viewOf(markedReview),
  },
});

export const addReferenceImage = defineOperation({
  ...reviewerWrite,
  name: 'add_reference_image',
  title: 'Add an image for a mark',
  description:
    'Stores an image that shows how something should look, for `place_mark` and `edit_mark` to refer to. It is re-encoded without metadata; unless a mark refers to it, it is deleted after a day.',
  rest: { method: 'POST', path: '/r/{token}/reference-images', success: 201 },
  limits: [perMinute(30)],
  maxBodyBytes: 4_000_000,
  input: z.object({ image: z.string().min(1).describe('A data URL or base64 of a PNG, JPEG or WebP') }),
  output: z.object({ reference_image_url: z.url() }),
  errors: [...reviewerWrite.errors, 'too_large'],
  example: {
    description: 'The button of another page.',
    input: { image: tinyImage },
    output: { reference_image_url: referenceImage },
  },
});

export const editMark = defineOperation({
  ...reviewerWrite,
  name: 'edit_mark',
  title: 'Edit a mark',
  description: 'Changes the words, the must-fix flag or the place of a mark.',
  rest: { method: 'PATCH', path: '/r/{token}/marks/{mark_id}', success: 200 },
  input: z.object({
    ...MarkId.shape,
    ...Place.partial().shape,
    ...GivenFields.partial().shape,
    after_update: Timestamp.optional().describe(
      'The `updated_at` that the person saw: when the mark was changed since, the answer is a conflict and nothing is lost',
    ),
  }),
  example: {
    description: 'The same mark, in clearer words.',
    input: { mark_id: 1, body: mark.body },
    output: viewOf(markedReview),
  },
});

export const withdrawMark = defineOperation({
  ...reviewerWrite,
  name: 'withdraw_mark',
  title: 'Withdraw a mark',
  description: 'Withdraws a mark. `restore_mark` undoes it.',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/withdraw', success: 200 },
  input: MarkId,
  example: {
    description: 'The reviewer no longer minds.',
    input: { mark_id: 1 },
    output: viewOf(secondPassWith({ status: 'withdrawn' })),
  },
});

export const restoreMark = defineOperation({
  ...reviewerWrite,
  name: 'restore_mark',
  title: 'Restore a mark',
  description: 'Gives a mark that was withdrawn, verified or reopened the status it had before.',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/restore', success: 200 },
  input: MarkId,
  example: {
    description: 'It was right after all: the mark is reported as resolved again.',
    input: { mark_id: 1 },
    output: viewOf(secondPass),
  },
});

export const verifyMark = defineOperation({
  ...reviewerWrite,
  name: 'verify_mark',
  title: 'Looks fixed',
  description: 'Verifies that a mark is fixed. Only a person can.',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/verify', success: 200 },
  input: MarkId,
  example: {
    description: 'On pass 2 the button can be read.',
    input: { mark_id: 1 },
    output: viewOf(secondPassWith({ status: 'verified' })),
  },
});

export const reopenMark = defineOperation({
  ...reviewerWrite,
  name: 'reopen_mark',
  title: 'Not fixed yet',
  description: 'Reports that a resolved or verified mark is not fixed, and why.',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/reopen', success: 200 },
  input: z.object({ ...MarkId.shape, reason: Text.max(2000).optional() }),
  example: {
    description: 'On pass 2 the button still cannot be read on a phone.',
    input: { mark_id: 1, reason: 'Still pale on the phone.' },
    output: viewOf(secondPassWith({ status: 'reopened', reopen_reason: 'Still pale on the phone.' })),
  },
});
