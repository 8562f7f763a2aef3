import type { NoiseRule } from './base.ts';
import type { ErrorBody, ErrorCode } from './error.ts';
import type { GuestView } from './guest.ts';
import type { Mark, Reply } from './mark.ts';
import { fieldsOf } from './mark-fields.ts';
import type { Printout } from './printout.ts';
import type { Finding, Review, ReviewSummary, Screenshot, Suggestion } from './review.ts';
import type { ReviewerView } from './reviewer.ts';
import type { Delivery } from './webhook.ts';
import type { WorkPacket } from './work-packet.ts';

/** The examples of all operations share one story: a checkout page is rejected on pass 1 and fixed for pass 2. */
const origin = 'https://sightline.example.com';
const link = (letter: string): string => letter.repeat(43);
const image = (letter: string, variant: string): string => `${origin}/p/${letter.repeat(27)}/${variant}`;

export const ids = {
  workspace: '01KJQ5ZB1V9N0C6T3H8M2RX4WD',
  first: '01KJQ60S7E5W2XK9D4B8TN1FVA',
  second: '01KJQ9H3MZ0R6P8C1YG5SK7EQT',
  delivery: '01KJQ7W2FB4D8N6V1XT0ZC9MHS',
  upload: '01KJQ5ZZ8W3M7T1F6R0PB9XC4E',
  connection: '01KJQ5Y4N2G8V6D3S7KQ1HZT0B',
  baseline: '01KJQ5X3M1F7T5C2R6JP0GYS9A',
  rule: '01KJQ60W2V8N4D6T1HX9CZ5B3M',
  question: '01KJQ8A4M6T2W9C1Z7XG5N3DKS',
  suggestionReply: '01KJQ8F4M6T2W9C1Z7XG5N3DKS',
  guestReply: '01KJQ8G4M6T2W9C1Z7XG5N3DKS',
  answer: '01KJQ8D9X3F6H2V8R4B1T7MZCP',
  printout: '01KJQ9K5V2D8S6N1Y3TG7XH0MB',
} as const;

export const times = {
  created: '2026-03-02T09:00:00.000Z',
  shown: '2026-03-02T09:05:00.000Z',
  marked: '2026-03-02T09:41:10.000Z',
  decided: '2026-03-02T09:42:30.000Z',
  asked: '2026-03-02T09:50:00.000Z',
  answered: '2026-03-02T09:52:00.000Z',
  reported: '2026-03-02T10:20:00.000Z',
  nextPass: '2026-03-02T10:24:00.000Z',
  expires: '2026-04-01T09:00:00.000Z',
  refills: '2026-04-01T00:00:00.000Z',
  tokenExpires: '2026-05-31T09:00:00.000Z',
} as const;

/** The address that one file may be sent to. */
export const uploadUrl = `${origin}/u/${link('u')}`;

/** An image of one pixel, PNG. */
export const tinyImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** The hash of its bytes, in hex. */
export const tinyHash = 'c414cd0e204de974f73753c7e28d7638e7b3691bb8b1a2bab6b25bb7fed7ce77';

/** An image that the reviewer added. */
export const referenceImage = image('c', 'reference-image');

const desktop = { name: 'desktop', width: 1280, height: 900, scale: 1 };

export const screenshot: Screenshot = {
  index: 0,
  label: 'Checkout · desktop',
  url: image('a', 'shot'),
  thumbnail_url: image('a', 'thumbnail'),
  width: 1280,
  height: 2140,
  viewport: desktop,
  state: null,
  page_url: 'https://preview.example.com/checkout',
  page_number: null,
  tile_height: null,
  elements_url: image('a', 'elements'),
  notices: [],
  notice_codes: [],
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  change: null,
  base_change: null,
};

export const element = {
  selectors: [{ selector: '[data-testid="pay"]', matches: 1 }],
  tag: 'button',
  role: 'button',
  accessible_name: 'Pay now',
  text: 'Pay now',
  outer_html: '<button data-testid="pay" class="button">Pay now</button>',
  box: { x: 880, y: 1180, width: 240, height: 48 },
  styles: { color: 'rgb(160, 160, 160)', 'background-color': 'rgb(240, 240, 240)' },
};

export const mark: Mark = {
  id: 1,
  screenshot_index: 0,
  kind: 'box',
  x: 0.6875,
  y: 0.5514,
  width: 0.1875,
  height: 0.0224,
  position: 'exact',
  body: 'The pay button is too pale to read.',
  must_fix: true,
  strokes: [],
  reference_image_url: null,
  status: 'open',
  author: 'Mara',
  note: null,
  after_image: null,
  after_image_url: null,
  after_image_problem: null,
  reopen_reason: null,
  replies: [],
  source: 'reviewer',
  pass: 1,
  element,
  same_element_in: [],
  criteria: [],
  change: null,
  created_at: times.marked,
  updated_at: times.marked,
};

export const resolvedMark: Mark = {
  ...mark,
  status: 'resolved',
  note: 'The text is now #1a1a1a on the brand colour, contrast 9:1.',
  updated_at: times.reported,
};

const packet: WorkPacket = {
  mark_id: 1,
  ...fieldsOf(mark),
  status: 'open',
  pass: 1,
  screenshot: { index: 0, label: screenshot.label, url: screenshot.url, width: 1280, height: 2140 },
  position: 'exact',
  box_px: { x: 880, y: 1180, width: 240, height: 48 },
  crop_url: image('a', 'mark-1'),
  clean_crop_url: image('a', 'mark-1-clean'),
  page_url: screenshot.page_url,
  page_number: null,
  viewport: desktop,
  state: null,
  element,
  source_code: [{ file: 'src/checkout/PayButton.module.css', line: 3, column: 1, kind: 'rule', confidence: 'likely' }],
  same_element_in: [],
  causes: [],
  done_when: [],
  before_after: null,
  author: 'Mara',
  source: 'reviewer',
  reopen_reason: null,
  replies: [],
  untrusted_text: true,
};

/** Pass 1, waiting for its reviewer. */
export const openReview: Review = {
  id: ids.first,
  status: 'open',
  title: 'Checkout, new pay button',
  context: 'Please look at the pay button and the summary beside it.',
  type: 'website',
  source: 'capture',
  page_url: screenshot.page_url,
  reference: 'shop/web#1284',
  revision: '4f1c9ab',
  pass: 1,
  parent_id: null,
  next_pass_id: null,
  base: null,
  created_at: times.created,
  decided_at: null,
  expires_at: times.expires,
  decision: null,
  next_action: {
    action: 'wait_for_reviewer',
    summary: 'Send review_url to the person who decides, then wait for the decision or read the review again later.',
  },
  outstanding_marks: 0,
  marks_awaiting_verification: 0,
  review_url: `${origin}/r/${link('R')}`,
  guest_share_url: `${origin}/g/${link('G')}`,
  problems: [],
  screenshots: [screenshot],
  shards: null,
  removed_screenshots: [],
  marks: [],
  findings: [],
  second_opinion: null,
  suggestions: [],
  work_packets: { pins: [], must_fix: [] },
  webhook: { paused: false, failure_count: 0, last_error: null, last_delivered_at: null },
};

/** The rule that a person made of a clock. */
export const noiseRule: NoiseRule = {
  id: ids.rule,
  label: screenshot.label,
  reason: 'The clock in the header.',
  created_at: times.marked,
  expires_at: times.expires,
  approved_in: null,
};

const differing = (noise: NoiseRule[]): Review => ({
  ...openReview,
  base: {
    repository: 'shop/web',
    name: 'visual',
    branch: 'main',
    id: ids.baseline,
    kind: 'baseline',
    commit: 'b7e3f0c19d5a4428c6a1f2d8e7b90c3a5d4f6e12',
    distance: 0,
    reason: 'merge base',
    compared: true,
  },
  screenshots: [
    {
      ...screenshot,
      base_change: {
        kind: 'changed',
        share: 0.0002,
        diff_url: image('a', `base-difference-${ids.baseline}`),
        areas: [{ x: 0.89, y: 0.011, width: 0.05, height: 0.0075, kind: 'changed', share: 0.0002, causes: [] }],
        before: {
          label: screenshot.label,
          url: image('b', 'shot'),
          thumbnail_url: image('b', 'thumbnail'),
          width: screenshot.width,
          height: screenshot.height,
          viewport: desktop,
          tile_height: null,
          sha256: 'b'.repeat(64),
        },
        approved_in: null,
        noise,
      },
    },
  ],
});

/** Pass 1, which differs from the base where the clock is. */
export const comparedReview: Review = differing([]);
/** The same, after a person called that noise. */
export const noisyReview: Review = differing([noiseRule]);

/** Pass 1 while its screenshots are being made. */
export const preparingReview: Review = {
  ...openReview,
  status: 'preparing',
  next_action: {
    action: 'wait_for_screenshots',
    summary: 'Screenshots are being made: 0 of 2. Read the review again in a few seconds.',
  },
  screenshots: [],
};

export const markedReview: Review = {
  ...openReview,
  outstanding_marks: 1,
  marks: [mark],
  work_packets: { pins: [packet], must_fix: [{ mark_id: 1, summary: mark.body }] },
};

/** Pass 1 after the person requested changes. */
export const rejectedReview: Review = {
  ...markedReview,
  status: 'changes_requested',
  decided_at: times.decided,
  decision: {
    number: 1,
    outcome: 'changes_requested',
    note: 'Nearly there.',
    decided_by: 'Mara',
    verified_login: null,
    via: 'page',
  },
  next_action: {
    action: 'apply_pins_then_next_pass',
    summary: 'Fix 1 mark from work_packets, report it with resolve_marks, then open the next pass with parent_id.',
  },
};

/** Pass 1 after the fixing agent reported its mark. */
export const reportedReview: Review = {
  ...rejectedReview,
  next_action: {
    action: 'open_next_pass',
    summary:
      'All marks are reported resolved. If the decision’s note asks for more, do that too, then open the next pass with parent_id, so that 1 mark can be verified.',
  },
  outstanding_marks: 0,
  marks_awaiting_verification: 1,
  marks: [resolvedMark],
  work_packets: { pins: [], must_fix: [] },
};

const reply = { author: null, question: false, pass: 1 };
export const question: Reply = {
  ...reply,
  id: ids.question,
  by: 'agent',
  body: 'Is it the blue of the brand, or that of links?',
  question: true,
  created_at: times.asked,
};
export const answer: Reply = {
  ...reply,
  id: ids.answer,
  by: 'reviewer',
  author: 'Mara',
  body: 'That of the brand.',
  created_at: times.answered,
};

const withReplies = (replies: Reply[]): Review => ({
  ...rejectedReview,
  marks: [{ ...mark, replies }],
  work_packets: { ...rejectedReview.work_packets, pins: [{ ...packet, replies }] },
});
/** The agent has asked a question about mark 1, and the reviewer has answered it. */
export const answeredReview: Review = withReplies([question, answer]);

export const cancelledReview: Review = {
  ...openReview,
  status: 'cancelled',
  next_action: { action: 'none', summary: 'This review was withdrawn.' },
};

/** Pass 2, on which the reviewer looks at what was reported as fixed. */
export const secondPass: Review = {
  ...openReview,
  id: ids.second,
  revision: '81d02ce',
  pass: 2,
  parent_id: ids.first,
  created_at: times.nextPass,
  review_url: `${origin}/r/${link('S')}`,
  guest_share_url: `${origin}/g/${link('H')}`,
  screenshots: [
    {
      ...screenshot,
      url: image('d', 'shot'),
      thumbnail_url: image('d', 'thumbnail'),
      change: {
        before_label: screenshot.label,
        kind: 'changed',
        share: 0.0042,
        diff_url: image('d', 'difference'),
        areas: [
          {
            ...{ x: 0.6875, y: 0.5514, width: 0.1875, height: 0.0224, kind: 'changed', share: 0.0042, marks: [1] },
            causes: [
              {
                kind: 'style',
                summary: 'background-color #ffc400 → #0b6e4f on button.pay',
                selector: 'button.pay',
                styles: [{ property: 'background-color', from: 'rgb(255, 196, 0)', to: 'rgb(11, 110, 79)' }],
                text: null,
                certainty: 'certain',
                elsewhere: false,
              },
            ],
          },
        ],
      },
    },
  ],
  marks_awaiting_verification: 1,
  marks: [{ ...resolvedMark, change: { kind: 'changed', share: 0.92 } }],
};

export const summaryOf = (review: Review): ReviewSummary => ({
  id: review.id,
  title: review.title,
  type: review.type,
  reference: review.reference,
  revision: review.revision,
  status: review.status,
  pass: review.pass,
  parent_id: review.parent_id,
  created_at: review.created_at,
  decided_at: review.decided_at,
  expires_at: review.expires_at,
  outstanding_marks: review.outstanding_marks,
  marks_awaiting_verification: review.marks_awaiting_verification,
  next_action: review.next_action,
  review_url: review.review_url,
  thumbnail_url: review.screenshots[0]?.thumbnail_url ?? null,
});

const placeOf = ({ id, screenshot_index, kind, x, y, width, height }: Mark) => ({
  id,
  screenshot_index,
  kind,
  x,
  y,
  width,
  height,
});

const passesOf = (review: Review): ReviewerView['passes'] =>
  (review.pass === 1 ? [review] : [rejectedReview, review]).map((each) => ({
    id: each.id,
    pass: each.pass,
    status: each.status,
    revision: each.revision,
    created_at: each.created_at,
    decided_at: each.decided_at,
    review_url: each.review_url,
  }));

/** Returns what the holder of the review link sees on a pass on which marks can be placed. */
export function viewOf(review: Review, more: Partial<ReviewerView> = {}): ReviewerView {
  const open = review.status === 'open';
  return {
    review,
    can: {
      mark: open || review.status === 'changes_requested',
      decide: open,
      change_mind: review.decision !== null,
      verify: review.pass > 1,
      reply: true,
    },
    unsent: { marks: [], findings: [], suggestions: [] },
    read_only_reason: null,
    previous:
      review.parent_id === null
        ? null
        : {
            id: ids.first,
            pass: 1,
            review_url: openReview.review_url,
            screenshots: [screenshot],
            marks: [{ ...placeOf(mark), element_box: mark.element?.box ?? null }],
          },
    newest: null,
    passes: passesOf(review),
    sample: false,
    expected_shots: review.screenshots.length,
    ...more,
  };
}

export const suggestion: Suggestion = {
  id: 1,
  screenshot_index: 0,
  kind: 'point',
  x: 0.42,
  y: 0.18,
  width: null,
  height: null,
  body: 'Could the summary show what shipping costs?',
  author: 'Ola',
  position: 'exact',
  status: 'pending',
  mark_id: null,
  replies: [],
};

/** The reviewer asks the guest about the suggestion, and the guest answers. */
const suggestionReply: Reply = { ...answer, id: ids.suggestionReply, body: 'For which country?' };
export const guestReply: Reply = {
  ...answer,
  id: ids.guestReply,
  by: 'guest',
  author: 'Ola',
  body: 'For all of them.',
};
export const askedSuggestion: Suggestion = { ...suggestion, replies: [suggestionReply] };
export const discussedSuggestion: Suggestion = { ...suggestion, replies: [suggestionReply, guestReply] };

/** The mark that a guest's suggestion becomes. */
export const suggestedMark: Mark = {
  ...mark,
  kind: 'point',
  x: 0.42,
  y: 0.18,
  width: null,
  height: null,
  body: suggestion.body,
  must_fix: false,
  author: 'Ola',
  source: 'accepted_suggestion',
  element: null,
};

export const finding: Finding = {
  id: 1,
  body: 'The pay button has a contrast of 2.1:1.',
  severity: 'a11y',
  screenshot_index: 0,
  area: { x: 0.6875, y: 0.5514, width: 0.1875, height: 0.0224 },
  related_pin: null,
  source: 'client',
  rule: null,
  found_by: null,
  status: 'shown',
  mark_id: null,
};

const { change: _, elements_url: __, ...guestShot } = screenshot;

/** What a guest sees of pass 1. */
export const guestView: GuestView = {
  title: openReview.title,
  context: openReview.context,
  status: 'open',
  pass: 1,
  expires_at: openReview.expires_at,
  screenshots: [guestShot],
  marks: [],
  can: { suggest: true },
  read_only_reason: null,
  newest: null,
  expected_shots: 1,
};

/** Returns pass 2 with its mark in another status. */
export const secondPassWith = (change: Partial<Mark>): Review => ({
  ...secondPass,
  marks: [{ ...resolvedMark, ...change }],
  marks_awaiting_verification: change.status === 'resolved' ? 1 : 0,
  outstanding_marks: change.status === 'reopened' ? 1 : 0,
});

export const delivery: Delivery = {
  id: ids.delivery,
  decision: 1,
  status: 'delivered',
  next_attempt_at: null,
  created_at: times.decided,
  attempts: [
    { at: '2026-03-02T09:42:31.000Z', status: 503, error: 'The receiver answered 503.', duration_ms: 214 },
    { at: '2026-03-02T09:42:41.000Z', status: 204, error: null, duration_ms: 96 },
  ],
};

export const tryToken = {
  token: '<ACCESS_TOKEN>',
  token_expires_at: times.tokenExpires,
  mcp_url: `${origin}/mcp/sightline`,
  workspace_id: ids.workspace,
  editor_config: {
    mcpServers: {
      sightline: { url: `${origin}/mcp/sightline`, headers: { Authorization: 'Bearer <ACCESS_TOKEN>' } },
    },
  },
  assistant_code_command: `claude mcp add --transport http sightline ${origin}/mcp/sightline --header "Authorization: Bearer <ACCESS_TOKEN>"`,
};

export const printout: Printout = {
  id: ids.printout,
  status: 'made',
  done: 1,
  total: 1,
  problem: null,
  pdf_url: image('q', 'printout'),
  images: [{ index: 0, label: screenshot.label, url: image('a', 'marked') }],
  created_at: times.decided,
  expires_at: times.refills,
};

/** One example for every error code of an operation. */
export const errorExamples: { [Code in ErrorCode]: ErrorBody & { error: Code } } = {
  malformed_request: { error: 'malformed_request', message: 'The request is not well-formed JSON over HTTP.' },
  unauthenticated: {
    error: 'unauthenticated',
    message: 'This token is unknown or has expired. Get a new one with POST /api/try-token.',
  },
  insufficient_credits: {
    error: 'insufficient_credits',
    message: 'This costs 2 credits; the workspace has 1 left this month.',
    needed: 2,
    held: 1,
  },
  forbidden: {
    error: 'forbidden',
    message: 'A client that joined this workspace cannot do that. Ask a person who has the workspace’s token.',
  },
  not_found: { error: 'not_found', message: 'There is no such review here.' },
  conflict: { error: 'conflict', message: 'This is already the decision.' },
  too_large: { error: 'too_large', message: '`images[0]` is larger than 10 MB.' },
  unsupported_media_type: {
    error: 'unsupported_media_type',
    message: 'Send JSON, with `Content-Type: application/json`.',
  },
  invalid_request: {
    error: 'invalid_request',
    message: '`title` is empty. Send text of 1 to 160 characters.',
    errors: [{ path: 'title', message: '`title` is empty. Send text of 1 to 160 characters.' }],
  },
  invalid_state: {
    error: 'invalid_state',
    message: 'This pass has a next pass already. Name that one as `parent_id`, or cancel it first.',
    next_pass_id: ids.second,
  },
  no_mark_changed: {
    error: 'no_mark_changed',
    message: 'Mark 7 was not changed: this review has no mark with this id.',
    skipped: [{ id: 7, reason: 'not_found' }],
  },
  rate_limited: {
    error: 'rate_limited',
    message: 'Too many requests. Try again in 42 seconds.',
    retry_after: 42,
    limit: 30,
  },
  unexpected: {
    error: 'unexpected',
    message: 'Something went wrong on our side. Quote this to the operator of the service: 01KJQ8',
    request_id: '01KJQ8',
  },
  unavailable: {
    error: 'unavailable',
    message: 'A request with the same key is under way. Repeat it in a moment.',
  },
};
