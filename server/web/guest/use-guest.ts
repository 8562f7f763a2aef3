import type { ReviewController } from '../review/controller.ts';
import { useReview } from '../review/use-review.ts';
import type { Guest } from './guest.ts';

export function useGuest(): { controller: ReviewController; guest: Guest } {
  const controller = useReview();
  const { guest } = controller;
  if (guest === null) throw new Error('A component of the guests’ page was drawn on another page.');
  return { controller, guest };
}
