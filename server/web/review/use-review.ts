import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReviewController } from './controller.ts';

export const ReviewContext = createContext<ReviewController | null>(null);

export function useReview(): ReviewController {
  const controller = useContext(ReviewContext);
  if (controller === null) throw new Error('A component of the review was drawn outside the review.');
  return controller;
}
