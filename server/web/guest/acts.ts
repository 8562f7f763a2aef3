import { type Place, roundPlace } from '../mark/geometry.ts';
import { coarsePointer } from '../review/device.ts';
import { guest as words } from '../strings/guest.ts';
import type { Around } from './around.ts';
import { letterOf } from './kept.ts';
import { passes, type Sent, saidOf } from './store.ts';
import type { Own } from './types.ts';

/** What a guest does with suggestions that are there. */
export interface Acts {
  /** Whether the guest may still change it. */
  mayChange(own: Own): boolean;
  /** The next place that is chosen on a picture is its new one. */
  startMoving(own: Own): void;
  stopMoving(): void;
  move(own: Own, screenshotIndex: number, place: Place): void;
  takeBack(own: Own): void;
  /** Gives up words that the service does not have. */
  discard(own: Own): void;
  /** Wants a suggestion as it says now; what is not acknowledged is sent again later. */
  want(own: Own, change: Partial<Pick<Own, 'words' | 'takenBack'>>): Promise<Sent>;
}

export function createActs({ store, kept, screen, guest, chosen, moving, announce }: Around): Acts {
  const want: Acts['want'] = (own, change) => {
    // As it is now and not as it was drawn: its number may have come in the meantime.
    const now = kept.find(own.secret) ?? { ...own, id: null };
    kept.put({ ...now, ...change, unsent: change.words !== undefined || now.unsent, refused: null });
    return store.send(own.secret);
  };

  /** Does it, says so, and offers the way back. */
  const undoable = (own: Own, change: Partial<Pick<Own, 'words' | 'takenBack'>>, text: string) => {
    const back = change.takenBack === true ? { words: own.words, takenBack: false } : { words: own.words };
    screen.undoing.undoable(text, () => {
      void want(own, back);
      announce(words.own.back(letterOf(own)));
    });
    void want(own, change).then((sent) => {
      if (sent.ok) return;
      if (passes(sent.failure)) announce(words.own.keptHere(letterOf(own)));
      else {
        screen.undoing.tell(saidOf(sent.failure));
        void store.refresh();
      }
    });
  };

  const stopMoving = () => {
    moving.value = null;
    screen.crosshair.value = false;
  };

  return {
    want,
    stopMoving,
    mayChange: (own) => guest().can.suggest && own.status === 'pending' && !own.takenBack,
    startMoving(own) {
      chosen.value = own.secret;
      moving.value = own.secret;
      if (screen.phone.value) screen.sheet.value = 'peek';
      if (!coarsePointer()) screen.crosshair.value = true;
    },
    move(own, screenshotIndex, place) {
      chosen.value = own.secret;
      undoable(
        own,
        { words: { ...own.words, screenshotIndex, place: roundPlace(place) } },
        words.own.moved(letterOf(own)),
      );
    },
    takeBack(own) {
      if (chosen.value === own.secret) chosen.value = null;
      undoable(own, { takenBack: true }, words.own.takenBack(letterOf(own)));
    },
    discard(own) {
      if (own.id === null) kept.drop(own.secret);
      else kept.put({ ...own, unsent: false, takenBack: false, refused: null });
      void store.refresh();
    },
  };
}
