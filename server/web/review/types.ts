import type { Client, Input, Output } from '../../contract/client.ts';
import type { Mark } from '../../contract/mark.ts';
import type { Finding, Review, Screenshot, Suggestion } from '../../contract/review.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';

export type { Client, Finding, Input, Mark, Output, Review, ReviewerView, Screenshot, Suggestion };

/** What the page asks of the service; every one of them answers with the whole view. */
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
  | 'decide';

/** The ways the page can show a shot beside the previous pass. */
export type Mode = 'now' | 'side' | 'swipe' | 'diff' | 'onion' | 'blink';
