import { placedMark } from './conflict.ts';
import { randomId } from './random-id.ts';
import type { ReviewStore, Written } from './store.ts';
import type { Input, WriteName } from './types.ts';

type Write = ReviewStore['write'];

/**
 * Pins a mark under its `client_mark_id`. When an earlier try had arrived and only its answer was lost, the service
 * leaves the mark as it is: then the words meant now are written over those.
 */
async function placeOnce(write: Write, known: ReadonlySet<number>, input: Input<'place_mark'>): Promise<Written> {
  const written = await write('place_mark', input);
  if (!written.ok) return written;
  const { marks } = written.view.review;
  const mark = placedMark(marks, known, input);
  if (mark !== undefined) {
    if (mark.body === input.body && mark.must_fix === input.must_fix) return written;
    const { client_mark_id: _, author: __, ...words } = input;
    return write('edit_mark', { ...words, mark_id: mark.id });
  }
  // It was moved as well since: which one it is cannot be told, and words are worth more than tidiness.
  if (marks.some(({ body }) => body === input.body)) return written;
  return write('place_mark', { ...input, client_mark_id: randomId() });
}

/** Sends a change as the store does, but a mark that is pinned always ends with the words that were meant. */
export function writeOnce<Name extends WriteName>(
  store: ReviewStore,
  name: Name,
  input: Input<Name>,
): Promise<Written> {
  if (!('client_mark_id' in input)) return store.write(name, input);
  const known = new Set(store.view.value?.review.marks.map(({ id }) => id));
  return placeOnce(store.write, known, input);
}
