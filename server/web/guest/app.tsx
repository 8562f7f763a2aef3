import { useEffect, useMemo } from 'preact/hooks';
import { Unread } from '../components/unread.tsx';
import type { Memory } from '../review/memory.ts';
import { StageContext } from '../review/stage-desk.ts';
import type { Tab } from '../review/tab.ts';
import { guest as words } from '../strings/guest.ts';
import { createGuestDesk, GuestContext } from './desk.ts';
import type { Kept } from './kept.ts';
import { GuestPage } from './page.tsx';
import type { GuestStore } from './store.ts';

interface Props {
  store: GuestStore;
  kept: Kept;
  memory: Memory;
  space: string;
  tab: Tab;
}

/** The pictures when they can be read, else why not. */
export function GuestApp({ store, kept, memory, space, tab }: Props) {
  const view = store.view.value;
  const trouble = store.trouble.value;
  const ready = view !== null;
  // One desk for the life of the page, not of an answer
  const desk = useMemo(() => (view === null ? null : createGuestDesk(store, kept, memory, space, tab, view)), [ready]);
  useEffect(() => {
    document.title = words.documentTitle(view?.title ?? words.badge);
  }, [view?.title]);

  if (desk !== null) {
    return (
      <GuestContext.Provider value={desk}>
        <StageContext.Provider value={desk}>
          <GuestPage />
        </StageContext.Provider>
      </GuestContext.Provider>
    );
  }
  return <Unread trouble={trouble} again={() => void store.refresh()} />;
}
