import { z } from 'zod';
import { Timestamp } from './common.ts';
import { Mark } from './mark.ts';
import { ReviewStatus, Screenshot } from './review.ts';

/**
 * What the holder of a guest link sees: no other links, no webhook, no work packets, and no other guest's pending
 * suggestion.
 */
export const GuestView = z.object({
  title: z.string(),
  context: z.string().nullable(),
  status: ReviewStatus,
  pass: z.int(),
  expires_at: Timestamp,
  screenshots: z.array(Screenshot.omit({ state: true, change: true, base_change: true, elements_url: true })),
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
  expected_shots: z.int().describe('How many screenshots this review will have once all are made'),
});
export type GuestView = z.infer<typeof GuestView>;
