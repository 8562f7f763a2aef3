import type { Client, Input, Output } from '../../contract/client.ts';
import type { Mark } from '../../contract/mark.ts';
import type { Finding, Screenshot, Suggestion } from '../../contract/review.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';

export type { Client, Finding, Input, Mark, Output, Screenshot, Suggestion };

/** What the pages use of a review; work packets are for agents. */
export type Review = Omit<ReviewerView['review'], 'work_packets'>;

/** What the page shows. A page has no control for what its link may not do (`can`). */
export interface PageView extends Omit<ReviewerView, 'review' | 'unsent'> {
  review: Review;
  /** The review as its readers have it, where it differs from what the reviewer sees. */
  sent?: Review;
  /** The ids of the marks that were placed or changed since. */
  unsentIds?: number[];
  can: ReviewerView['can'] & {
    /** Given on a guest's page. */
    suggest?: boolean;
  };
}

/** An image that a screenshot is compared with. */
export type ComparedImage = Pick<
  Screenshot,
  'label' | 'url' | 'width' | 'height' | 'viewport' | 'tile_height' | 'sha256'
>;

export type Reply = Mark['replies'][number];

/** The operations that return the whole view. */
export type WriteName =
  | 'place_mark'
  | 'edit_mark'
  | 'withdraw_mark'
  | 'restore_mark'
  | 'verify_mark'
  | 'reopen_mark'
  | 'accept_finding'
  | 'hide_finding'
  | 'restore_finding'
  | 'accept_suggestion'
  | 'dismiss_suggestion'
  | 'restore_suggestion'
  | 'answer_mark'
  | 'answer_suggestion'
  | 'mark_noise'
  | 'end_noise'
  | 'decide';

export type Mode = 'now' | 'side' | 'swipe' | 'diff' | 'onion' | 'blink';
