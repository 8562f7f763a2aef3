import type { Place } from '../mark/geometry.ts';
import type { Drafts } from './drafts.ts';
import type { Memory } from './memory.ts';
import type { Outbox } from './outbox.ts';
import type { Screen } from './screen.ts';
import type { ReviewStore } from './store.ts';
import type { Tab } from './tab.ts';
import type { ReviewerView } from './types.ts';

/** What every part of the desk works with. */
export interface Around {
  /** Its changes wait in the outbox where they cannot be sent. */
  store: ReviewStore;
  outbox: Outbox;
  tab: Tab;
  screen: Screen;
  drafts: Drafts;
  memory: Memory;
  reviewId: string;
  /** How things stand, with what waits to be sent as done. */
  view: () => ReviewerView;
  /** Read out by screen readers, never shown. */
  announce(text: string): void;
  /** Shown for a while. */
  tell(text: string): void;
  /** Shown for as long as it can be undone and `holds`. */
  undoable(text: string, undo: () => void, holds?: () => boolean): void;
  /** Brings a shot on the stage, and a place of it into view. */
  show(screenshotIndex: number | null, place: Place | null): void;
}
