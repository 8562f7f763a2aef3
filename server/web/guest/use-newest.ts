import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { createClient } from '../../contract/client.ts';
import { draftsOf } from '../review/drafts.ts';
import { carry, linkOf } from './carry.ts';
import type { GuestDesk } from './desk.ts';
import { spaceOf } from './kept.ts';
import type { GuestView } from './types.ts';

/** How long to wait, in ms, for the first picture of the newer pass. */
const pause = 5_000;

interface Newest {
  /** How many drafts of this device wait on the newer pass. */
  waiting: number;
  /** Brings the draft that is open along as well, on the way there. */
  leave(): void;
}

/** Once there is a newer pass, what was written on this one goes there. */
export function useNewest(desk: GuestDesk): Newest {
  const { memory, kept, drafts, screen } = desk;
  const { newest, pass, screenshots } = desk.guest();
  const there = useSignal<GuestView | null>(null);
  const link = newest === null ? null : linkOf(newest.guest_share_url);

  useEffect(() => {
    if (link === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const view = await createClient({ baseUrl: '', link })
        .call('read_guest_review', {})
        .catch(() => null);
      if (view !== null && view.screenshots.length > 0) there.value = view;
      // Without its pictures nothing can be brought there yet: it stays here, kept.
      else timer = setTimeout(look, pause);
    };
    void look();
    return () => clearTimeout(timer);
  }, [link, there]);

  const bring = (open: string | null) => {
    if (link === null || there.value === null) return;
    const to = { link, shots: there.value.screenshots };
    carry(memory, kept, drafts, { from: { pass, shots: screenshots }, to }, open);
  };
  const open = screen.composing.value;
  const written = drafts.all.value.length + kept.all.value.length;
  useEffect(() => bring(open), [there.value, open, written]);

  return {
    waiting: link === null ? 0 : memory.keys(draftsOf(spaceOf(link))).length,
    leave: () => bring(null),
  };
}
