import { z } from 'zod';
import { Fraction, Id, Text, Timestamp } from './common.ts';
import { Element } from './element.ts';
import type { MarkFields as Fields } from './mark-fields.ts';
import { MAX_POINTS, MAX_REACH, MAX_STROKES } from './strokes.ts';

export const MarkStatus = z.enum(['open', 'in_progress', 'resolved', 'verified', 'reopened', 'withdrawn']);
export type MarkStatus = z.infer<typeof MarkStatus>;

export const MarkKind = z.enum(['point', 'box']);
export type MarkKind = z.infer<typeof MarkKind>;

/** How certain it is that a mark is where its element is now. */
export const MarkPosition = z.enum(['exact', 'uncertain', 'element_removed']);
export type MarkPosition = z.infer<typeof MarkPosition>;

export const positionMeaning =
  '`exact`: the mark is on what was marked. `uncertain`: what was marked could not be found again for certain, and its place is an estimate. `element_removed`: the marked element is no longer on this screenshot, removed or hidden';

/** Sentences for people and agents who read a mark's packet; null when there is nothing to add. */
export const positionSentence: Record<MarkPosition, string | null> = {
  exact: null,
  uncertain:
    'Position uncertain: what was marked was not found again for certain. Check on the screenshot before you change anything.',
  element_removed:
    'Element removed: the marked element is no longer on this screenshot (removed or hidden). It is described as it was when it was last seen.',
};

/** Where to place a mark or a suggestion, as its page sends it. */
export const Place = z.object({
  screenshot_index: z.int().min(0),
  kind: MarkKind,
  x: Fraction,
  y: Fraction,
  width: Fraction.nullable().optional().describe('Needed for a box'),
  height: Fraction.nullable().optional().describe('Needed for a box'),
});

/** Where a mark comes from: placed by the reviewer, or accepted from a guest or a finding. */
export const MarkSource = z.enum(['reviewer', 'accepted_suggestion', 'finding']);

/** An answer or a question below a mark or a suggestion. Replies never change a decision. */
export const Reply = z.object({
  id: Id,
  by: z.enum(['reviewer', 'agent', 'guest']),
  author: z.string().nullable(),
  body: z.string(),
  question: z
    .boolean()
    .describe('Whether an answer is awaited; a reply of the reviewer answers every question before it'),
  pass: z.int().describe('The pass on which it was written'),
  created_at: Timestamp,
});
export type Reply = z.infer<typeof Reply>;

/** A reply, as it is sent. */
export const GivenReply = z.object({
  body: Text.min(1).max(4000),
  client_reply_id: z.string().min(8).max(64).optional().describe('A repeat adds nothing'),
});

const OfBox = z.number().min(-MAX_REACH).max(MAX_REACH);
/** An arrow or a freehand line that the reviewer draws on a box. */
export const Stroke = z.object({
  kind: z.enum(['arrow', 'line']),
  points: z
    .array(z.object({ x: OfBox, y: OfBox }))
    .min(2)
    .max(MAX_POINTS),
});
const Strokes = z
  .array(Stroke)
  .max(MAX_STROKES)
  .describe('Drawn on a box, decoration. Points are fractions of the box; an arrow points at its last one');

type Shape = Record<keyof Fields, z.ZodType>;
/** What a reviewer writes on a mark, as marks and work packets show it. */
export const MarkFields = z.object({
  body: z.string(),
  must_fix: z.boolean(),
  strokes: Strokes,
  reference_image_url: z.url().nullable().describe('“Like this”: an image that the reviewer added'),
} satisfies Shape);
/** The same fields, as the page sends them. */
export const GivenFields = z.object({
  body: Text.min(1).max(4000),
  must_fix: z.boolean(),
  strokes: Strokes.optional(),
  reference_image_url: z.string().max(2000).nullable().optional().describe('What `add_reference_image` answered'),
} satisfies Shape);

/** What the reviewer marked. Its `id` is unique within the chain: mark 3 stays mark 3 on every pass. */
export const Mark = z.object({
  id: z.int(),
  screenshot_index: z.int().nullable().describe('null when this pass has no longer the screenshot it lay on'),
  kind: MarkKind,
  x: Fraction.nullable(),
  y: Fraction.nullable(),
  width: Fraction.nullable().describe('null for a point'),
  height: Fraction.nullable().describe('null for a point'),
  position: MarkPosition.describe(positionMeaning),
  ...MarkFields.shape,
  status: MarkStatus,
  author: z.string().nullable(),
  note: z.string().nullable().describe('The fixing agent’s note when resolving'),
  after_image: z.string().nullable().describe('An image of the fix, from the fixing agent'),
  after_image_url: z.url().nullable().describe('Our own copy of it; null until it is fetched'),
  after_image_problem: z.string().nullable().describe('Why it could not be fetched'),
  reopen_reason: z.string().nullable().describe('The reviewer’s reason when reopening'),
  replies: z.array(Reply).describe('Answers and questions, oldest first'),
  source: MarkSource,
  pass: z.int().describe('The pass it was placed on'),
  element: Element.nullable().describe(
    'The marked element, where the screenshot shows which it is: never another one. Unless `position` is `exact`, as it was when it was last seen',
  ),
  same_element_in: z
    .array(z.object({ screenshot_index: z.int(), x: Fraction, y: Fraction, width: Fraction, height: Fraction }))
    .describe('Where the same element is on the page’s other shots'),
  change: z
    .object({ kind: z.enum(['identical', 'changed']), share: Fraction.describe('Changed pixels of the region') })
    .nullable()
    .describe(
      'How what is marked differs from the previous pass, wherever it moved; null where there is nothing to compare, as when its element was removed. `changed` with a share of 0: its text, name, role, link or styles',
    ),
  criteria: z
    .array(
      z.object({
        rule: z.string().describe('Such as `contrast ≥ 4.5`'),
        holds: z.boolean().nullable().describe('In this pass; null where it cannot be measured any more'),
        now: z.string().nullable().describe('What was measured'),
      }),
    )
    .describe(
      'What the marked element lacked in the previous pass, or lacks in the first, and can be measured. It informs people and decides nothing',
    ),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Mark = z.infer<typeof Mark>;

export const SkippedMark = z.object({
  id: z.int(),
  reason: z.enum(['not_found', 'unchanged', 'already_verified', 'withdrawn', 'sent_back', 'invalid_after_image']),
});
export type SkippedMark = z.infer<typeof SkippedMark>;
