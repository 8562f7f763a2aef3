import { useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { isOtherSize, type Zoom } from './zoom.ts';

/**
 * Keeps a zoom by a gesture from a screenshot of very different width, which gets back its own. A chosen zoom applies to
 * all. Returns the last zoom by a gesture, for the gesture to set.
 */
export function useCarriedZoom(shot: Screenshot): { current: number } {
  const { zoom } = useReview().ui;
  const gestured = useRef(0);
  // The last zoom that a screenshot got back
  const given = useRef<Zoom>(0);
  const left = useRef(new Map<number, Zoom>());
  const before = useRef(shot);
  if (before.current.index !== shot.index) {
    const now = zoom.peek();
    left.current.set(before.current.index, now);
    const isChosen = now !== gestured.current && now !== given.current;
    if (!isChosen && isOtherSize(before.current, shot)) {
      given.current = left.current.get(shot.index) ?? 'fit';
      zoom.value = given.current;
    }
    before.current = shot;
  }
  return gestured;
}
