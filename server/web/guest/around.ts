import type { Signal } from '@preact/signals';
import type { Place } from '../mark/geometry.ts';
import type { Drafts } from '../review/drafts.ts';
import type { Memory } from '../review/memory.ts';
import type { Screen } from '../review/screen.ts';
import type { Kept } from './kept.ts';
import type { GuestStore } from './store.ts';
import type { GuestView } from './types.ts';

/** What every part of the guest's desk works with. */
export interface Around {
  store: GuestStore;
  kept: Kept;
  screen: Screen;
  drafts: Drafts;
  memory: Memory;
  guest: () => GuestView;
  /** The secret of the guest's suggestion that is chosen; `screen.selected` is a mark of the reviewer's. */
  chosen: Signal<string | null>;
  /** The secret of the suggestion whose next place on a picture is its new one. */
  moving: Signal<string | null>;
  announce(text: string): void;
  /** Brings a shot on the stage, and a place of it into view. */
  show(screenshotIndex: number | null, place: Place | null): void;
}
