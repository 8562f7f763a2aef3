import { useReview } from '../review/use-review.ts';
import { type Against, nameOf, sideOf, titleOf } from './counterpart.ts';

/** Returns what screenshots are compared with now; null when there is nothing. */
export function useSide(): Against | null {
  const controller = useReview();
  return sideOf(controller.view(), controller.ui.compare.against.value);
}

/** Returns the name of what screenshots are compared with. */
export function useSideName(): string {
  const controller = useReview();
  return nameOf(controller.view(), useSide() ?? 'pass');
}

/** Returns its name where it stands alone. */
export function useSideTitle(): string {
  const controller = useReview();
  return titleOf(controller.view(), useSide() ?? 'pass');
}
