import type { GuestView } from '../../contract/guest.ts';
import type { Suggestion } from '../../contract/review.ts';
import type { Place } from '../mark/geometry.ts';

export type { GuestView, Suggestion };

/** What a guest says, and where. */
export interface Words {
  screenshotIndex: number;
  place: Place;
  body: string;
  author: string | null;
}

/**
 * One suggestion of this device's. It says how the guest wants it; `unsent` and `takenBack` are cleared once the service
 * agrees, so that whatever was asked for offline or before a crash is sent again, any number of times, to the same end.
 */
export interface Own {
  /** `client_suggestion_id`: whoever knows it may change the suggestion. */
  secret: string;
  /** null until the service has said that it has it. */
  id: number | null;
  words: Words;
  unsent: boolean;
  takenBack: boolean;
  status: Suggestion['status'];
  markId: number | null;
  /** Why the service would not have it, in words; then it waits for the guest and not for better times. */
  refused: string | null;
  /** Counts up on this device: the order of the list, and the letter it goes by. */
  ordinal: number;
}
