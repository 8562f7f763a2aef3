import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Desk } from './desk.ts';
import type { Mark, Review } from './types.ts';

/** A pin as far as the stage and the filmstrip draw it. */
export type PinnedMark = Pick<
  Mark,
  'id' | 'screenshot_index' | 'kind' | 'x' | 'y' | 'width' | 'height' | 'body' | 'status'
> &
  Partial<Pick<Mark, 'must_fix'>>;

/** What the stage shows, whoever looks at it. `can.mark` says whether words may be placed on the pictures. */
export interface StageContent {
  review: Pick<Review, 'status' | 'pass' | 'screenshots'> & { marks: PinnedMark[] };
  can: { mark: boolean };
  expected_shots: number;
}

/**
 * What the stage and all that is drawn on it need of a page. The reviewer's desk is one, the guests' page has one of its
 * own: what a shared component needs beyond this comes to it as a prop, so that neither page carries the other's work.
 */
export interface StageDesk
  extends Pick<
    Desk,
    | 'screen'
    | 'drafts'
    | 'memory'
    | 'announce'
    | 'goToShot'
    | 'stepShot'
    | 'stepMark'
    | 'sawShot'
    | 'showNotices'
    | 'startDraft'
    | 'openDraft'
    | 'changeDraft'
    | 'closeComposer'
    | 'discardDraft'
    | 'saveDraft'
  > {
  view: () => StageContent;
  /** Whether a draft's words wait to be sent; not every page keeps them. */
  waits?: (draft: string) => boolean;
}

export const StageContext = createContext<StageDesk | null>(null);

export function useStage(): StageDesk {
  const desk = useContext(StageContext);
  if (desk === null) throw new Error('A component of the stage was drawn outside a page that has one.');
  return desk;
}
