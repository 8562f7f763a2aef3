import type { GuestView } from '../../contract/guest.ts';
import type { Mark, PageView, Review } from '../shared/types.ts';
import { guest } from './strings.ts';

/** Returns why nothing can be suggested, or null while something can. */
function closedSentence({ status, can, newest, read_only_reason }: GuestView): string | null {
  const words = guest.closed;
  if (can.suggest || status === 'preparing') return null;
  if (newest !== null) return words.superseded(newest.pass);
  if (status === 'superseded') return words.supersededAlone;
  if (status === 'approved' || status === 'changes_requested' || status === 'expired' || status === 'cancelled') {
    return words[status];
  }
  return read_only_reason;
}

/** What a guest's view lacks of a review and a mark. */
const unknown = { created_at: '', updated_at: '', decided_at: null, decision: null, webhook: null, page_url: null };
const unknownOfReview = {
  ...unknown,
  type: 'ui',
  source: 'images',
  reference: null,
  revision: null,
  parent_id: null,
  next_pass_id: null,
  base: null,
  shards: null,
  removed_screenshots: [],
  next_action: { action: 'none', summary: '' },
  outstanding_marks: 0,
  marks_awaiting_verification: 0,
  review_url: '',
  guest_share_url: '',
  problems: [],
  findings: [],
  second_opinion: null,
  suggestions: [],
} satisfies Partial<Review>;
const unknownOfMark = {
  ...unknown,
  position: 'exact',
  must_fix: false,
  strokes: [],
  reference_image_url: null,
  author: null,
  note: null,
  after_image: null,
  after_image_url: null,
  after_image_problem: null,
  reopen_reason: null,
  replies: [],
  source: 'reviewer',
  element: null,
  same_element_in: [],
  criteria: [],
  change: null,
} satisfies Partial<Mark>;

/** Returns a guest's view as the page shows it. `id` is the key under which the device stores this link's drafts. */
export const pageViewOf = (view: GuestView, id: string): PageView => ({
  review: {
    ...unknownOfReview,
    id,
    title: view.title,
    context: view.context,
    status: view.status,
    pass: view.pass,
    expires_at: view.expires_at,
    screenshots: view.screenshots.map((shot) => ({
      ...shot,
      state: null,
      change: null,
      base_change: null,
      elements_url: null,
    })),
    marks: view.marks.map((mark) => ({
      ...unknownOfMark,
      ...mark,
      pass: view.pass,
      // Only the reviewer follows a fix.
      status: mark.status === 'verified' || mark.status === 'withdrawn' ? mark.status : 'open',
    })),
  },
  can: { mark: false, decide: false, change_mind: false, verify: false, reply: false, suggest: view.can.suggest },
  read_only_reason: closedSentence(view),
  previous: null,
  newest: view.newest && { id: `${view.newest.pass}`, pass: view.newest.pass, review_url: view.newest.guest_share_url },
  passes: [],
  sample: false,
  expected_shots: view.expected_shots,
});
