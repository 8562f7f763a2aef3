import { useEffect, useMemo } from 'preact/hooks';
import { createDesk } from '../review/desk.ts';
import type { Memory } from '../review/memory.ts';
import { StageContext } from '../review/stage-desk.ts';
import type { ReviewStore } from '../review/store.ts';
import type { Tab } from '../review/tab.ts';
import { DeskContext } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { ReviewPage } from './review-page.tsx';
import { Unread } from './unread.tsx';

/** The review when it can be read, else why not. What is being typed survives every refresh: it lives on the desk. */
export function App({ store, memory, tab }: { store: ReviewStore; memory: Memory; tab: Tab }) {
  const view = store.view.value;
  const trouble = store.trouble.value;
  const reviewId = view?.review.id;
  // One desk for the life of a review, not of an answer
  const desk = useMemo(() => (view === null ? null : createDesk(store, memory, tab, view)), [reviewId]);
  useEffect(() => desk?.start(), [desk]);
  useEffect(() => {
    document.title = strings.documentTitle(view?.review.title ?? 'Review');
  }, [view?.review.title]);

  if (desk !== null) {
    return (
      <DeskContext.Provider value={desk}>
        <StageContext.Provider value={desk}>
          <ReviewPage />
        </StageContext.Provider>
      </DeskContext.Provider>
    );
  }
  return <Unread trouble={trouble} again={() => void store.refresh()} />;
}
