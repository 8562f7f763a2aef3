import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { defineOperation, perMinute } from './define-operation.ts';
import { mark, markedReview, openReview, rejectedReview, secondPass, secondPassWith, viewOf } from './examples.ts';
import { Mark, Place } from './mark.ts';
import { Outcome, Review, ReviewStatus, Screenshot } from './review.ts';

/** What the holder of a review link sees. Every write answers with it, so that a page shows one truth. */
export const ReviewerView = z.object({
  review: Review,
  can: z
    .object({
      mark: z.boolean(),
      decide: z.boolean().describe('A first decision'),
      change_mind: z.boolean(),
      verify: z.boolean(),
    })
    .describe('What this link may do now'),
  read_only_reason: z.string().nullable().describe('Why nothing can be written, in words for a person'),
  previous: z
    .object({
      id: Id,
      pass: z.int(),
      review_url: z.url(),
      screenshots: z.array(Screenshot),
      marks: z
        .array(Mark.pick({ id: true, screenshot_index: true, kind: true, x: true, y: true, width: true, height: true }))
        .describe('Where the marks of this pass lay on that one'),
    })
    .nullable()
    .describe('The parent pass'),
  newest: z
    .object({ id: Id, pass: z.int(), review_url: z.url() })
    .nullable()
    .describe('The newest living pass of the chain when it is another one'),
  passes: z
    .array(
      z.object({
        id: Id,
        pass: z.int(),
        status: ReviewStatus,
        revision: z.string().nullable(),
        created_at: Timestamp,
        decided_at: Timestamp.nullable(),
        review_url: z.url(),
      }),
    )
    .describe('Every living pass of the chain, this one included, the first one first'),
  expected_shots: z.int().describe('How many shots this review will have once all are made'),
});
export type ReviewerView = z.infer<typeof ReviewerView>;

const MarkId = z.object({ mark_id: z.int().min(1) });
const Words = z.object({
  body: z.string().trim().min(1).max(4000),
  must_fix: z.boolean(),
});
const reviewerErrors = ['not_found', 'invalid_request', 'conflict', 'rate_limited'] as const;

export const readReview = defineOperation({
  name: 'read_review',
  title: 'Read by link',
  description: 'Reads what the holder of a review link sees. Changes nothing.',
  actor: 'reviewer',
  rest: { method: 'GET', path: '/r/{token}/review', success: 200 },
  tool: null,
  limits: [],
  input: z.object({}),
  output: ReviewerView,
  errors: ['not_found'],
  example: {
    description: 'An open pass that nobody has marked.',
    input: {},
    output: viewOf(openReview),
  },
});

export const placeMark = defineOperation({
  name: 'place_mark',
  title: 'Place a mark',
  description: 'Marks a point or a box on a screenshot of an open review, with text.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/marks', success: 201 },
  tool: null,
  limits: [perMinute(120)],
  input: z.object({
    ...Place.shape,
    ...Words.shape,
    author: z.string().trim().max(80).optional(),
    client_mark_id: z.string().min(8).max(64).describe('Made by the page; a repeat places nothing twice'),
  }),
  output: ReviewerView,
  errors: reviewerErrors,
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

export const editMark = defineOperation({
  name: 'edit_mark',
  title: 'Edit a mark',
  description: 'Changes the words, the must-fix flag or the place of a mark of an open review.',
  actor: 'reviewer',
  rest: { method: 'PATCH', path: '/r/{token}/marks/{mark_id}', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: z.object({
    ...MarkId.shape,
    ...Place.partial().shape,
    ...Words.partial().shape,
    after_update: Timestamp.optional().describe(
      'The `updated_at` that the person saw: when the mark was changed since, the answer is a conflict and nothing is lost',
    ),
  }),
  output: ReviewerView,
  errors: reviewerErrors,
  example: {
    description: 'The same mark, in clearer words.',
    input: { mark_id: 1, body: mark.body },
    output: viewOf(markedReview),
  },
});

export const withdrawMark = defineOperation({
  name: 'withdraw_mark',
  title: 'Withdraw a mark',
  description: 'Takes a mark of an open review back. `restore_mark` undoes it.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/withdraw', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: MarkId,
  output: ReviewerView,
  errors: reviewerErrors,
  example: {
    description: 'The reviewer no longer minds.',
    input: { mark_id: 1 },
    output: viewOf(secondPassWith({ status: 'withdrawn' })),
  },
});

export const restoreMark = defineOperation({
  name: 'restore_mark',
  title: 'Restore a mark',
  description: 'Gives a withdrawn or verified mark of an open review the status it had before.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/restore', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: MarkId,
  output: ReviewerView,
  errors: reviewerErrors,
  example: {
    description: 'It was right after all: the mark is reported as resolved again.',
    input: { mark_id: 1 },
    output: viewOf(secondPass),
  },
});

export const verifyMark = defineOperation({
  name: 'verify_mark',
  title: 'Looks fixed',
  description: 'Says that a mark is fixed. Only a person can.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/verify', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: MarkId,
  output: ReviewerView,
  errors: reviewerErrors,
  example: {
    description: 'On pass 2 the button can be read.',
    input: { mark_id: 1 },
    output: viewOf(secondPassWith({ status: 'verified' })),
  },
});

export const reopenMark = defineOperation({
  name: 'reopen_mark',
  title: 'Not fixed yet',
  description: 'Says that a mark reported resolved is not fixed, and why.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/marks/{mark_id}/reopen', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: z.object({ ...MarkId.shape, reason: z.string().trim().max(2000).optional() }),
  output: ReviewerView,
  errors: reviewerErrors,
  example: {
    description: 'On pass 2 the button still cannot be read on a phone.',
    input: { mark_id: 1, reason: 'Still pale on the phone.' },
    output: viewOf(secondPassWith({ status: 'reopened', reopen_reason: 'Still pale on the phone.' })),
  },
});

export const decide = defineOperation({
  name: 'decide',
  title: 'Approve or ask for changes',
  description:
    'Decides an open review, or changes a decision while no later pass is open. The same outcome again is taken from another person who signed in. Approving is refused while a must-fix mark is outstanding, unless `settle` withdraws or verifies it in the same step. Asking for changes needs an outstanding mark or a note.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/decision', success: 200 },
  tool: null,
  onPage: true,
  limits: [perMinute(30)],
  input: z.object({
    outcome: Outcome,
    note: z.string().trim().max(4000).optional(),
    name: z.string().trim().max(80).optional(),
    settle: z
      .array(z.object({ mark_id: z.int().min(1), as: z.enum(['withdrawn', 'verified']) }))
      .max(200)
      .optional(),
    identity: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe('What `identify` answered: the decision is then recorded with `verified_login`'),
    after_decision: z.int().min(0).describe('The number of the decision the person saw; 0 when there was none'),
  }),
  output: ReviewerView,
  errors: [...reviewerErrors, 'forbidden'],
  example: {
    description: 'The first decision asks for changes.',
    input: { outcome: 'changes_requested', note: 'Nearly there.', name: 'Mara', after_decision: 0 },
    output: viewOf(rejectedReview),
  },
});
