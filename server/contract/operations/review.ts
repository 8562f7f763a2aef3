import { z } from 'zod';
import { BaseRequest } from '../base.ts';
import { Id, ReviewId, Text, Timestamp } from '../common.ts';
import { adds, defineOperation, perMinute, reads, updates } from '../define-operation.ts';
import {
  cancelledReview,
  ids,
  openReview,
  preparingReview,
  rejectedReview,
  reportedReview,
  secondPass,
  summaryOf,
  times,
} from '../examples.ts';
import {
  Decision,
  MAX_WAIT_SECONDS,
  NextAction,
  Review,
  ReviewStatus,
  ReviewSummary,
  ReviewType,
  Screenshot,
} from '../review.ts';
import { Shards, SourceFields } from '../source.ts';
import { WorkPackets } from '../work-packet.ts';

export const createReview = defineOperation({
  name: 'create_review',
  title: 'Ask a person to look',
  description:
    'Asks a person for visual sign-off: to look at a UI change, page, PDF or email, mark what is wrong, and approve it or request changes. Give exactly one source: `images`, `capture_url` + `page_url`, `pdf` or `html`. Send `review_url` to the person who decides.',
  group: 'Reviews',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews', success: 201 },
  tool: {
    ...adds,
    openWorld: true,
    searchHint: 'visual sign-off, human approval to ship, review UI change, design review, screenshots, feedback',
  },
  idempotencyField: 'client_request_id',
  maxBodyBytes: Number.POSITIVE_INFINITY,
  limits: [perMinute(30)],
  input: z.object({
    title: Text.min(1).max(160),
    context: Text.max(10_000).optional().describe('What to look at on this pass'),
    type: ReviewType.optional().describe('Default `ui`; selects the second opinion’s checklist'),
    ...SourceFields,
    parent_id: Id.nullable().optional().describe('The previous pass of the same work; null for none'),
    webhook_url: z
      .string()
      .max(2000)
      .nullable()
      .optional()
      .describe('https; gets `review.decided`. Default: the parent’s; null for none'),
    reference: Text.min(1)
      .max(200)
      .optional()
      .describe('What the review is of, such as `shop/web#1284`, for list_reviews'),
    revision: Text.min(1).max(64).optional().describe('The state shown, such as a commit'),
    ...Shards,
    base: BaseRequest.optional().describe('What to compare it with: says what merging would change'),
    client_request_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Repeated within 24 h, it returns the same review'),
  }),
  output: Review,
  errors: ['unauthenticated', 'insufficient_credits', 'too_large', 'invalid_request', 'invalid_state', 'rate_limited'],
  example: {
    description: 'A page is captured at desktop and mobile width for a pull request; the decision comes by webhook.',
    input: {
      title: openReview.title,
      context: 'Please look at the pay button and the summary beside it.',
      type: 'website',
      capture_url: true,
      page_url: 'https://preview.example.com/checkout',
      webhook_url: 'https://ci.example.com/decisions',
      reference: 'shop/web#1284',
      revision: '4f1c9ab',
    },
    output: preparingReview,
  },
});

export const getReview = defineOperation({
  name: 'get_review',
  title: 'Read a review',
  description: 'Reads one review with its marks, work packets and `next_action`. Poll it, or wait for the webhook.',
  group: 'Reviews',
  actor: 'client',
  rest: { method: 'GET', path: '/api/reviews/{id}', success: 200 },
  tool: { ...reads, searchHint: 'review status, approved or changes requested, human feedback, marks to fix' },
  input: ReviewId,
  output: Review,
  errors: ['unauthenticated', 'not_found'],
  example: {
    description: 'The person requested changes: `work_packets` lists what to fix.',
    input: { id: ids.first },
    output: rejectedReview,
  },
});

export const listReviews = defineOperation({
  name: 'list_reviews',
  title: 'List reviews',
  description: 'The reviews of this workspace, newest first, 20 at a time.',
  group: 'Reviews',
  actor: 'client',
  rest: { method: 'GET', path: '/api/reviews', success: 200 },
  tool: { ...reads, searchHint: 'list visual reviews, pending sign-offs, approvals' },
  input: z.object({
    reference: z.string().max(200).optional().describe('Only those of this reference'),
    search: z.string().max(200).optional().describe('Words in title, reference or revision'),
    status: ReviewStatus.optional().describe('Only those with this status'),
    passes: z
      .enum(['newest'])
      .optional()
      .describe(
        '`newest`: only the newest pass of each chain. `search` and `webhook` then also find a chain by its earlier passes',
      ),
    passes_of: Id.optional().describe('Only the passes of this review’s chain'),
    webhook: z.enum(['paused']).optional().describe('`paused`: only those with a paused webhook'),
    cursor: z.string().max(200).optional().describe('`next_cursor` of the page before'),
  }),
  output: z.object({ reviews: z.array(ReviewSummary), next_cursor: z.string().nullable() }),
  errors: ['unauthenticated', 'invalid_request'],
  example: {
    description: 'Both passes of one pull request.',
    input: { reference: 'shop/web#1284' },
    output: { reviews: [summaryOf(secondPass), summaryOf(reportedReview)], next_cursor: null },
  },
});

export const waitForDecision = defineOperation({
  name: 'wait_for_decision',
  title: 'Wait for the person',
  description:
    'Waits up to 45 s until the review needs you: decided, failed, expired or cancelled. `waiting: true`: the person is still at it; call again, or `get_review` later.',
  group: 'Reviews',
  actor: 'client',
  rest: null,
  tool: { ...reads, searchHint: 'wait for human approval, sign-off decision or feedback' },
  input: z.object({
    ...ReviewId.shape,
    seconds: z.int().min(1).max(MAX_WAIT_SECONDS).optional().describe('Default 45'),
    after_decision: z.int().optional().describe('Wait for one with a higher number'),
  }),
  output: z.object({
    id: z.string(),
    status: ReviewStatus,
    waiting: z.boolean(),
    next_action: NextAction,
    decision: Decision.nullable(),
    next_pass_id: z.string().nullable(),
    work_packets: WorkPackets.nullable().describe('What to fix; null unless changes were asked for'),
  }),
  errors: ['unauthenticated', 'not_found', 'invalid_request'],
  example: {
    description: 'The person requested changes while the agent waited.',
    input: { id: ids.first, seconds: 45 },
    output: {
      id: ids.first,
      status: rejectedReview.status,
      waiting: false,
      next_action: rejectedReview.next_action,
      decision: rejectedReview.decision,
      next_pass_id: null,
      work_packets: rejectedReview.work_packets,
    },
  },
});

export const openReviewInApp = defineOperation({
  name: 'open_review_in_app',
  title: 'Open in the conversation',
  description:
    'Returns what the page of a review needs inside an agent’s chat: a capability that stands for its link for an hour. Call it again for a new one.',
  group: 'Reviews',
  actor: 'client',
  rest: null,
  tool: { ...reads, app: true, searchHint: 'review page inside the conversation' },
  limits: [perMinute(60)],
  input: ReviewId,
  output: z.object({
    service_url: z.url(),
    capability: z.string(),
    page_key: z.string().describe('What the page sends back with a decision'),
    expires_at: Timestamp.describe('When the capability expires'),
    review_url: z.url(),
    screenshots: z.array(Screenshot),
  }),
  errors: ['unauthenticated', 'not_found', 'invalid_request', 'rate_limited'],
  example: {
    description: 'The page of an open review.',
    input: { id: ids.first },
    output: {
      service_url: new URL(openReview.review_url).origin,
      capability: 'frame_…',
      page_key: '…',
      expires_at: times.shown,
      review_url: openReview.review_url,
      screenshots: openReview.screenshots,
    },
  },
});

export const cancelReview = defineOperation({
  name: 'cancel_review',
  title: 'Withdraw a review',
  description:
    'Withdraws a review that nobody has decided yet. Its link then says so; its parent may have another next pass.',
  group: 'Reviews',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/cancel', success: 200 },
  tool: { ...updates, destructive: true, searchHint: 'cancel or withdraw a visual review' },
  input: ReviewId,
  output: Review,
  errors: ['unauthenticated', 'not_found', 'invalid_state'],
  example: {
    description: 'The pull request was closed before anyone looked.',
    input: { id: ids.first },
    output: cancelledReview,
  },
});

export const deleteReview = defineOperation({
  name: 'delete_review',
  title: 'Delete a review',
  description:
    'Deletes one pass for good: its text, marks, images, decisions and deliveries. Its links then lead nowhere. Other passes of the chain stay, and so does one line of the trail: when it was deleted, by which token.',
  group: 'Reviews',
  actor: 'client',
  rest: { method: 'DELETE', path: '/api/reviews/{id}', success: 200 },
  input: ReviewId,
  output: z.object({ id: Id, deleted: z.literal(true) }),
  errors: ['unauthenticated', 'not_found'],
  example: {
    description: 'One pass, deleted for good.',
    input: { id: ids.first },
    output: { id: ids.first, deleted: true },
  },
});
