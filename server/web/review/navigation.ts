import { listedShots } from '../compare/counterpart.ts';
import { type Filter, isListed } from '../marking/filter.ts';
import { placeOf } from '../marking/geometry.ts';
import { createShotNavigation, type ShotNavigation, stepIn } from '../screenshots/stage-base.ts';
import type { Mark } from '../shared/types.ts';
import type { ReviewDependencies } from './dependencies.ts';
import { groupMarks } from './derive.ts';

export interface Navigation extends ShotNavigation {
  select(mark: Mark): void;
  stepMark(by: 1 | -1): void;
}

/** An item that the keys N and P select. */
export interface Stop {
  isCurrent: boolean;
  choose(): void;
}

/**
 * @param filter of the list of marks
 * @param stopsBefore what comes before the marks
 */
export function createNavigation(
  deps: ReviewDependencies,
  closeComposer: () => void,
  filter: () => Filter,
  stopsBefore: () => readonly Stop[] = () => [],
): Navigation {
  const { ui, reviewId, view, show } = deps;
  const listed = () => listedShots(view().review, ui.onlyChanged.value, ui.shot.value, ui.signedIn.value);

  const select = (mark: Mark) => {
    // The composer of another screenshot would be open but out of sight.
    if (mark.screenshot_index !== null && mark.screenshot_index !== ui.shot.value) closeComposer();
    ui.selected.value = mark.id;
    ui.outlined.value = null;
    ui.suggestion.value = null;
    ui.change.value = null;
    show(mark.screenshot_index, placeOf(mark));
  };

  return {
    ...createShotNavigation(deps, reviewId, listed, closeComposer),
    select,
    stepMark(by) {
      const { toVerify, outstanding } = groupMarks(view().review.marks);
      const marks = [...toVerify, ...outstanding]
        .filter((mark) => isListed(mark, filter(), ui.shot.value))
        .map((mark) => ({
          isCurrent: mark.id === ui.selected.value,
          choose: () => select(mark),
        }));
      const stops = [...stopsBefore(), ...marks];
      const at = stops.findIndex(({ isCurrent }) => isCurrent);
      stepIn(stops, at, by)?.choose();
    },
  };
}
