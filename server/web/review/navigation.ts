import { placeOf } from '../mark/geometry.ts';
import type { Around } from './around.ts';
import { groupMarks, seenKey } from './derive.ts';
import { addTo } from './screen.ts';
import type { Mark, Screenshot } from './types.ts';

/** Going from shot to shot and from mark to mark. */
export interface Navigation {
  goToShot(index: number): void;
  stepShot(by: 1 | -1): void;
  sawShot(shot: Pick<Screenshot, 'index' | 'sha256'>): void;
  select(mark: Mark): void;
  stepMark(by: 1 | -1): void;
}

const step = <Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined =>
  items[(at + by + items.length) % items.length] ?? items[0];

export function createNavigation(around: Around, closeComposer: () => void): Navigation {
  const { screen, memory, reviewId, view, announce, show } = around;

  const goToShot = (index: number) => {
    closeComposer();
    screen.shot.value = index;
  };

  const select = (mark: Mark) => {
    // On another shot the composer would be open and nowhere to be seen, and its words not among the drafts either.
    if (mark.screenshot_index !== null && mark.screenshot_index !== screen.shot.value) closeComposer();
    screen.selected.value = mark.id;
    screen.outlined.value = null;
    screen.suggestion.value = null;
    screen.change.value = null;
    show(mark.screenshot_index, placeOf(mark));
  };

  return {
    goToShot,
    select,
    stepShot(by) {
      const shots = view().review.screenshots;
      const at = shots.findIndex(({ index }) => index === screen.shot.value);
      const next = step(shots, at, by);
      if (next === undefined) return;
      goToShot(next.index);
      announce(next.label);
    },
    sawShot(shot) {
      screen.seen.value = addTo(memory, `${reviewId}:seen`, screen.seen.value, seenKey(shot));
    },
    stepMark(by) {
      const { toVerify, outstanding } = groupMarks(view().review.marks);
      const marks = [...toVerify, ...outstanding];
      const at = marks.findIndex(({ id }) => id === screen.selected.value);
      const next = at < 0 ? marks[by === 1 ? 0 : marks.length - 1] : step(marks, at, by);
      if (next !== undefined) select(next);
    },
  };
}
