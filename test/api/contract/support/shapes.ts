import { z } from 'zod';

// The shapes of fields on the wire, written by hand from the interface and not from the contract's schemas.

/** A list has the shape of its items. */
type Shape = z.ZodType | readonly Shape[] | { readonly [name: string]: Shape };

/** Returns a schema that refuses missing, unknown and wrong fields. */
export function strict(shape: Shape): z.ZodType {
  if (shape instanceof z.ZodType) return shape;
  if (Array.isArray(shape)) return z.array(strict(shape[0]));
  return z.strictObject(Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, strict(each)])));
}
const maybe = (shape: Shape): z.ZodType => strict(shape).nullable();
const timestamp = z.iso.datetime({ offset: true });
const url = z.url({ protocol: /^https?$/ });
const ulid = z.ulid();

const statuses = z.enum([
  'preparing',
  'open',
  'approved',
  'changes_requested',
  'superseded',
  'expired',
  'failed',
  'cancelled',
]);
const actions = z.enum([
  'wait_for_screenshots',
  'wait_for_reviewer',
  'fix_source_and_retry',
  'proceed',
  'apply_pins_then_next_pass',
  'open_next_pass',
  'see_latest_pass',
  'expired',
  'none',
]);
const types = z.enum(['ui', 'website', 'presentation', 'email']);
const box = { x: z.int(), y: z.int(), width: z.int(), height: z.int() };
const viewport = maybe({ name: z.string(), width: z.int(), height: z.int(), scale: z.number() });
const state = maybe({
  steps: [z.string()],
  colour_scheme: z.string(),
  reduced_motion: z.boolean(),
  locale: z.string(),
});
const nextAction = { action: actions, summary: z.string() };

const summary = {
  id: ulid,
  title: z.string(),
  type: types,
  reference: maybe(z.string()),
  revision: maybe(z.string()),
  status: statuses,
  pass: z.int(),
  parent_id: maybe(ulid),
  created_at: timestamp,
  decided_at: maybe(timestamp),
  expires_at: timestamp,
  outstanding_marks: z.int(),
  marks_awaiting_verification: z.int(),
  next_action: nextAction,
  review_url: url,
};

export const summaryShape = strict(summary);

const elementShape = {
  selectors: [{ selector: z.string(), matches: z.int() }],
  tag: z.string(),
  role: maybe(z.string()),
  accessible_name: maybe(z.string()),
  text: z.string(),
  outer_html: z.string(),
  box: { x: z.number(), y: z.number(), width: z.number(), height: z.number() },
  styles: z.record(z.string(), z.string()),
};

const replyShape = {
  ...{ id: z.string(), by: z.enum(['reviewer', 'agent']), author: maybe(z.string()), body: z.string() },
  ...{ question: z.boolean(), pass: z.int(), created_at: timestamp },
};

const strokeShape = { kind: z.enum(['arrow', 'line']), points: [{ x: z.number(), y: z.number() }] };

const markShape = {
  id: z.int(),
  screenshot_index: maybe(z.int()),
  kind: z.enum(['point', 'box']),
  x: maybe(z.number()),
  y: maybe(z.number()),
  width: maybe(z.number()),
  height: maybe(z.number()),
  body: z.string(),
  must_fix: z.boolean(),
  strokes: [strokeShape],
  reference_image_url: maybe(url),
  status: z.enum(['open', 'in_progress', 'resolved', 'verified', 'reopened', 'withdrawn']),
  author: maybe(z.string()),
  note: maybe(z.string()),
  after_image: maybe(z.string()),
  after_image_url: maybe(url),
  after_image_problem: maybe(z.string()),
  reopen_reason: maybe(z.string()),
  replies: [replyShape],
  source: z.enum(['reviewer', 'accepted_suggestion', 'finding']),
  pass: z.int(),
  position: z.enum(['exact', 'uncertain', 'element_removed']),
  element: maybe(elementShape),
  criteria: [{ rule: z.string(), holds: maybe(z.boolean()), now: maybe(z.string()) }],
  same_element_in: [{ screenshot_index: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }],
  change: maybe({ kind: z.enum(['identical', 'changed']), share: z.number() }),
  created_at: timestamp,
  updated_at: timestamp,
};

const findingShape = {
  id: z.int(),
  body: z.string(),
  severity: maybe(z.enum(['suggestion', 'a11y', 'polish'])),
  screenshot_index: maybe(z.int()),
  area: maybe({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  related_pin: maybe(z.int()),
  source: z.enum(['client', 'second_opinion']),
  rule: maybe(z.string()),
  found_by: maybe(z.enum(['rule', 'model'])),
  status: z.enum(['shown', 'hidden', 'accepted']),
  mark_id: maybe(z.int()),
};

const certainties = z.enum(['certain', 'likely']);
const causeShape = {
  kind: z.enum(['style', 'text', 'image', 'added', 'removed', 'moved', 'resized']),
  summary: z.string(),
  selector: z.string(),
  certainty: certainties,
  elsewhere: z.boolean(),
  styles: [{ property: z.string(), from: z.string(), to: z.string() }],
  text: maybe({ from: z.string(), to: z.string() }),
};

export const reviewShape = strict({
  ...summary,
  context: maybe(z.string()),
  source: z.enum(['images', 'capture', 'pdf', 'html']),
  page_url: maybe(z.string()),
  next_pass_id: maybe(ulid),
  base: maybe({}),
  decision: maybe({
    number: z.int(),
    outcome: z.enum(['approved', 'changes_requested']),
    note: maybe(z.string()),
    decided_by: maybe(z.string()),
    verified_login: maybe(z.string()),
    via: z.enum(['sign_in', 'page', 'link']),
  }),
  guest_share_url: url,
  problems: [{ label: z.string(), message: z.string() }],
  screenshots: [
    {
      index: z.int(),
      label: z.string(),
      url: url,
      thumbnail_url: url,
      width: z.int(),
      height: z.int(),
      viewport,
      state,
      page_url: maybe(z.string()),
      page_number: maybe(z.int()),
      tile_height: maybe(z.int()),
      elements_url: maybe(url),
      notices: [z.string()],
      notice_codes: [z.string()],
      sha256: z.string(),
      change: maybe({
        before_label: maybe(z.string()),
        kind: z.enum(['new', 'identical', 'changed']),
        share: maybe(z.number()),
        diff_url: maybe(url),
        areas: [
          {
            x: z.number(),
            y: z.number(),
            width: z.number(),
            height: z.number(),
            kind: z.enum(['changed', 'added', 'removed']),
            share: z.number(),
            causes: [causeShape],
            marks: [z.int()],
          },
        ],
      }),
      base_change: maybe({}),
    },
  ],
  shards: maybe({ expected: z.int(), sent: [z.int()] }),
  removed_screenshots: [{}],
  marks: [markShape],
  findings: [findingShape],
  second_opinion: maybe({ waiting: z.int(), done: z.int(), failed: z.int(), problems: [z.string()] }),
  suggestions: [{}],
  work_packets: {
    pins: [
      {
        mark_id: z.int(),
        must_fix: z.boolean(),
        strokes: [strokeShape],
        reference_image_url: maybe(url),
        body: z.string(),
        status: z.string(),
        pass: z.int(),
        screenshot: maybe({ index: z.int(), label: z.string(), url: url, width: z.int(), height: z.int() }),
        box_px: maybe(box),
        crop_url: maybe(url),
        clean_crop_url: maybe(url),
        page_url: maybe(z.string()),
        page_number: maybe(z.int()),
        viewport,
        state,
        position: z.enum(['exact', 'uncertain', 'element_removed']),
        element: maybe(elementShape),
        source_code: [{}],
        same_element_in: [{ screenshot_index: z.int(), box_px: box }],
        causes: [
          {
            ...{ summary: z.string(), selector: z.string(), certainty: certainties },
            ...{ since: z.enum(['pass', 'base']), screenshots: z.int() },
          },
        ],
        done_when: [z.string()],
        before_after: maybe({ before_url: url, after_url: url }),
        author: maybe(z.string()),
        source: z.enum(['reviewer', 'accepted_suggestion', 'finding']),
        reopen_reason: maybe(z.string()),
        replies: [replyShape],
        untrusted_text: z.literal(true),
      },
    ],
    must_fix: [{ mark_id: z.int(), summary: z.string() }],
  },
  webhook: maybe({
    paused: z.boolean(),
    failure_count: z.int(),
    last_error: maybe(z.string()),
    last_delivered_at: maybe(timestamp),
  }),
});
