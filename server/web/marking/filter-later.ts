import type { ReviewController } from '../review/controller.ts';

/** Chooses the next filter of the list of marks once the script has loaded; offline, not at all. */
export const nextFilter = (controller: ReviewController): void =>
  void import('./choose-filter.ts').then(
    ({ chooseFilter, filterAfter }) => chooseFilter(controller, filterAfter(controller)),
    () => undefined,
  );
