import { z } from 'zod';
import { ReviewId } from './common.ts';
import { defineOperation, reads } from './define-operation.ts';
import { ids, rejectedReview } from './examples.ts';
import { Decision, NextAction, ReviewStatus } from './review.ts';
import { WorkPackets } from './work-packet.ts';

/** Longer, and what stands between client and service may end the request. */
export const MOST_WAIT_SECONDS = 45;

export const waitForDecision = defineOperation({
  name: 'wait_for_decision',
  title: 'Wait for the person',
  description:
    'Waits up to 45 s until the review needs you: decided, failed, expired or cancelled. `waiting: true` means the person is still at it: call again, or come back later with `get_review`.',
  actor: 'client',
  rest: null,
  tool: { ...reads, searchHint: 'wait for human approval, sign-off decision or feedback' },
  limits: [],
  input: z.object({
    ...ReviewId.shape,
    seconds: z.int().min(1).max(MOST_WAIT_SECONDS).optional().describe('How long to wait; default 45'),
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
    description: 'The person asked for changes while the agent waited.',
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
