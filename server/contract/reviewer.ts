import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { ElementBox } from './element.ts';
import { Mark } from './mark.ts';
import { Finding, Review, ReviewStatus, Screenshot, Suggestion } from './review.ts';

/** What was placed or changed after changes were requested, as it is now. */
export const Unsent = z.object({
  marks: z.array(Mark),
  findings: z.array(Finding),
  suggestions: z.array(Suggestion),
});
export type Unsent = z.infer<typeof Unsent>;

/**
 * What the holder of a review link sees. Every write returns it, so that the page always shows one consistent state.
 */
export const ReviewerView = z.object({
  review: Review,
  can: z
    .object({
      mark: z.boolean(),
      decide: z.boolean().describe('A first decision'),
      change_mind: z.boolean(),
      verify: z.boolean(),
      reply: z.boolean().describe('Below a mark'),
    })
    .describe('What this link may do now'),
  unsent: Unsent.describe(
    'What was placed or changed after changes were requested, as it is now. `review` has it once `decide` sends it or the next pass opens',
  ),
  read_only_reason: z.string().nullable().describe('Why nothing can be written, in words for a person'),
  previous: z
    .object({
      id: Id,
      pass: z.int(),
      review_url: z.url(),
      screenshots: z.array(Screenshot),
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
          }).extend({ element_box: ElementBox.nullable().describe('The box of its element there') }),
        )
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
  accepted_screenshots: z
    .array(z.int())
    .optional()
    .describe('The screenshots, by index, whose difference from the base the last request for changes accepts'),
  sample: z.boolean().describe('Whether it is a sample: nobody requested it, and its decision notifies nobody'),
  expected_shots: z.int().describe('How many screenshots this review will have once all are made'),
});
export type ReviewerView = z.infer<typeof ReviewerView>;
