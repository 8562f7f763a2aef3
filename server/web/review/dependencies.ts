import type { StageBase } from '../screenshots/stage-base.ts';
import type { Tab } from '../shared/tab.ts';
import type { PageView } from '../shared/types.ts';
import type { Outbox } from '../sync/outbox.ts';
import type { ReviewStore } from '../sync/store.ts';

/** What the features of the reviewer's page share. */
export interface ReviewDependencies extends StageBase {
  /** Queues changes in the outbox while they cannot be sent. */
  store: ReviewStore;
  outbox: Outbox;
  tab: Tab;
  reviewId: string;
  /** The view with queued changes applied. */
  view: () => PageView;
  /** Shows a toast. */
  notify(text: string): void;
  /** Shows a toast that can be undone while `holds` returns true. */
  undoable(text: string, undo: () => void, holds?: () => boolean): void;
}
