import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { openReview, screenshot } from '../../../../server/contract/examples.ts';
import type { Review } from '../../../../server/contract/review.ts';
import type { WorkPacket } from '../../../../server/contract/work-packet.ts';

let tick = Date.now();
/** Returns ids in order of creation, as the service makes them. */
export const newId = () => ulid(tick++);
export const newSecret = () => randomBytes(30).toString('base64url');

/** Returns an open review of one screenshot; `fields` replace what a test is about. */
export function newReview(fields: Partial<Review> = {}): Review {
  const id = fields.id ?? newId();
  return {
    ...openReview,
    id,
    title: 'Checkout page',
    context: null,
    type: 'ui',
    source: 'images',
    page_url: null,
    reference: null,
    revision: null,
    created_at: '2026-11-20T10:00:00+00:00',
    expires_at: '2026-12-20T10:00:00+00:00',
    next_action: { action: 'wait_for_reviewer', summary: 'A person has to look.' },
    review_url: `https://reviews.example.com/r/${newSecret()}`,
    guest_share_url: `https://reviews.example.com/g/${newSecret()}`,
    screenshots: [
      {
        ...screenshot,
        label: 'Desktop',
        url: `https://reviews.example.com/shots/${id}.png`,
        thumbnail_url: `https://reviews.example.com/shots/${id}-small.png`,
        width: 1440,
        height: 900,
        viewport: null,
        page_url: null,
        elements_url: null,
        sha256: 'a'.repeat(64),
      },
    ],
    ...fields,
  };
}

export function newPin(fields: Partial<WorkPacket> = {}): WorkPacket {
  return {
    mark_id: 1,
    must_fix: true,
    strokes: [],
    reference_image_url: null,
    body: 'The button is cut off',
    status: 'open',
    pass: 1,
    screenshot: { index: 0, label: 'Desktop', url: 'https://reviews.example.com/s.png', width: 1440, height: 900 },
    box_px: { x: 10, y: 10, width: 100, height: 40 },
    crop_url: 'https://reviews.example.com/crops/abc.png',
    clean_crop_url: 'https://reviews.example.com/crops/abc-clean.png',
    page_url: null,
    page_number: null,
    viewport: null,
    state: null,
    element: null,
    position: 'exact',
    source_code: [],
    same_element_in: [],
    causes: [],
    done_when: [],
    before_after: null,
    author: null,
    reopen_reason: null,
    replies: [],
    source: 'reviewer',
    untrusted_text: true,
    ...fields,
  };
}

export function decided(
  review: Review,
  outcome: 'approved' | 'changes_requested',
  fields: Partial<Review> = {},
): Review {
  const number = (review.decision?.number ?? 0) + 1;
  return {
    ...review,
    status: outcome,
    decided_at: '2026-11-20T11:00:00+00:00',
    decision: { number, outcome, note: null, decided_by: 'Ada', verified_login: null, via: 'page' },
    ...fields,
  };
}
