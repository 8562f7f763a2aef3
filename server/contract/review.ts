import { z } from 'zod';
import { Base, BaseChange, ExplainedArea, RemovedScreenshot } from './base.ts';
import { Fraction, Id, Timestamp } from './common.ts';
import { Mark, MarkPosition, Reply } from './mark.ts';
import { noticeCodes } from './notice.ts';
import { PageState } from './page-state.ts';
import { ShardsSent, SourceKind, Viewport } from './source.ts';
import { WorkPackets } from './work-packet.ts';

export const ReviewStatus = z.enum([
  'preparing',
  'open',
  'approved',
  'changes_requested',
  'superseded',
  'expired',
  'failed',
  'cancelled',
]);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const ReviewType = z.enum(['ui', 'website', 'presentation', 'email']);
export type ReviewType = z.infer<typeof ReviewType>;

export const NextAction = z.object({
  action: z.enum([
    'wait_for_screenshots',
    'wait_for_reviewer',
    'fix_source_and_retry',
    'proceed',
    'apply_pins_then_next_pass',
    'open_next_pass',
    'see_latest_pass',
    'expired',
    'none',
  ]),
  summary: z.string().describe('One sentence for a person or an agent'),
});
export type NextAction = z.infer<typeof NextAction>;

export const Outcome = z.enum(['approved', 'changes_requested']);
export type Outcome = z.infer<typeof Outcome>;

export const Decision = z.object({
  number: z.int().describe('1 for the first decision; a change of mind counts up'),
  outcome: Outcome,
  note: z.string().nullable(),
  decided_by: z.string().nullable().describe('The name the reviewer typed: a claim, not a proof'),
  verified_login: z.string().nullable().describe('A login that the App confirmed'),
  via: z
    .enum(['sign_in', 'page', 'link'])
    .describe(
      'How it was made: by a person who signed in with GitHub, on the review page, or with the link alone (decisions of older versions). Only `sign_in` proves who it was',
    ),
});
export type Decision = z.infer<typeof Decision>;

export const ChangedArea = ExplainedArea.extend({
  marks: z
    .array(z.int())
    .describe(
      'Marks whose region it touches, unless what they mark looks as before; with none, it changed outside all marks',
    ),
});
export type ChangedArea = z.infer<typeof ChangedArea>;

export const ShotChange = z.object({
  before_label: z
    .string()
    .nullable()
    .describe('The label of what it is compared with: another than its own for a PDF page that moved; null when new'),
  kind: z.enum(['new', 'identical', 'changed']),
  share: Fraction.nullable().describe('Share of changed pixels; content that only moved up or down does not count'),
  diff_url: z.url().nullable(),
  areas: z.array(ChangedArea).describe('Where it changed, from top to bottom, at most 50'),
});
export type ShotChange = z.infer<typeof ShotChange>;

export const Screenshot = z.object({
  index: z.int(),
  label: z.string(),
  url: z.url(),
  thumbnail_url: z.url(),
  width: z.int().describe('Pixels'),
  height: z.int().describe('Pixels'),
  viewport: Viewport.nullable(),
  state: PageState.nullable().describe('What was done on the page before its capture; null for nothing'),
  page_url: z.string().nullable(),
  page_number: z.int().nullable().describe('Of a PDF, 1-based'),
  tile_height: z
    .int()
    .nullable()
    .describe(
      'Tall screenshots also come in strips of this many pixels: `url` with its last part replaced by `tile-0`, `tile-1`, …',
    ),
  elements_url: z.url().nullable().describe('The elements on it, in JSON'),
  notices: z.array(z.string()).describe('What a person should know about this image, in sentences'),
  notice_codes: z
    .array(z.string())
    .describe(`What each of \`notices\` is about, in the same order; more may be added: ${noticeCodes.join(', ')}`),
  sha256: z.string(),
  change: ShotChange.nullable().describe(
    'Against the same label, or PDF page, of the previous pass; null on a first pass',
  ),
  base_change: BaseChange.nullable().describe(
    'Against the same label, or PDF page, of `base`; null until they are compared',
  ),
});
export type Screenshot = z.infer<typeof Screenshot>;

export const Severity = z.enum(['suggestion', 'a11y', 'polish']);
export type Severity = z.infer<typeof Severity>;

export const Area = z.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction });
export type Area = z.infer<typeof Area>;

export const Finding = z.object({
  id: z.int(),
  body: z.string(),
  severity: Severity.nullable(),
  screenshot_index: z.int().nullable(),
  area: Area.nullable(),
  related_pin: z.int().nullable(),
  source: z.enum(['client', 'second_opinion']),
  rule: z.string().nullable().describe('The rule of the checklist that it breaks'),
  found_by: z
    .enum(['rule', 'model'])
    .nullable()
    .describe('Of a second opinion: computed by the rule itself, or reported by a model'),
  status: z.enum(['shown', 'hidden', 'accepted']).describe('What the reviewer made of it'),
  mark_id: z.int().nullable().describe('The mark it became'),
});
export type Finding = z.infer<typeof Finding>;

export const Suggestion = z.object({
  id: z.int(),
  screenshot_index: z.int(),
  kind: z.enum(['point', 'box']),
  x: Fraction,
  y: Fraction,
  width: Fraction.nullable(),
  height: Fraction.nullable(),
  body: z.string(),
  author: z.string().nullable(),
  position: MarkPosition.describe('How sure it is that the suggestion lies where the guest placed it'),
  status: z.enum(['pending', 'accepted', 'dismissed']),
  mark_id: z.int().nullable(),
  replies: z
    .array(Reply)
    .describe(
      'What its guest and the reviewer wrote below it, oldest first. The mark that it becomes begins with them',
    ),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const Problem = z.object({
  label: z.string().describe('The screenshot that could not be made'),
  message: z.string(),
});
export type Problem = z.infer<typeof Problem>;

export const WebhookState = z.object({
  paused: z.boolean(),
  failure_count: z.int(),
  last_error: z.string().nullable(),
  last_delivered_at: Timestamp.nullable(),
});
export type WebhookState = z.infer<typeof WebhookState>;

export const OpinionState = z.object({
  waiting: z.int().describe('Screenshots that will be checked'),
  done: z.int(),
  failed: z.int(),
  problems: z.array(z.string()).describe('What of it failed, in sentences'),
});
export type OpinionState = z.infer<typeof OpinionState>;

/** One pass. REST and the webhook's body have the same object; MCP returns less detail. */
export const Review = z.object({
  id: Id,
  status: ReviewStatus,
  title: z.string(),
  context: z.string().nullable(),
  type: ReviewType,
  source: SourceKind,
  page_url: z.string().nullable(),
  reference: z.string().nullable().describe('What the review is of, in the client’s words'),
  revision: z.string().nullable().describe('What state of it the screenshots show, a commit for instance'),
  pass: z.int().describe('1-based place in the chain'),
  parent_id: Id.nullable(),
  next_pass_id: Id.nullable(),
  base: Base.nullable().describe('What merging would change it from; null when the client asked for no base'),
  created_at: Timestamp,
  decided_at: Timestamp.nullable(),
  expires_at: Timestamp,
  decision: Decision.nullable(),
  next_action: NextAction,
  outstanding_marks: z.int(),
  marks_awaiting_verification: z.int(),
  review_url: z.url().describe('The reviewer’s whole login: keep it out of public places'),
  guest_share_url: z.url(),
  problems: z.array(Problem),
  screenshots: z.array(Screenshot),
  shards: ShardsSent.nullable().describe('The jobs that send the screenshots; null when one client sends all'),
  removed_screenshots: z.array(RemovedScreenshot).describe('What it lacks of `base`, else of its parent'),
  marks: z.array(Mark),
  findings: z.array(Finding),
  second_opinion: OpinionState.nullable().describe('How far the last one is; null when nobody asked for one'),
  suggestions: z.array(Suggestion),
  work_packets: WorkPackets,
  webhook: WebhookState.nullable(),
});
export type Review = z.infer<typeof Review>;

export const ReviewSummary = Review.pick({
  id: true,
  title: true,
  type: true,
  reference: true,
  revision: true,
  status: true,
  pass: true,
  parent_id: true,
  created_at: true,
  decided_at: true,
  expires_at: true,
  outstanding_marks: true,
  marks_awaiting_verification: true,
  next_action: true,
  review_url: true,
}).extend({ thumbnail_url: z.url().nullable().describe('Its first screenshot; null while it has none') });
export type ReviewSummary = z.infer<typeof ReviewSummary>;

/** The longest wait of one call in seconds. Proxies between client and service may end a longer request. */
export const MAX_WAIT_SECONDS = 45;
