import { sameFields } from '../../contract/mark-fields.ts';
import { randomId } from '../shared/random-id.ts';
import type { Input, WriteName } from '../shared/types.ts';
import type { ReviewStore, Written } from '../sync/store.ts';
import { placedMark } from './conflict.ts';

type Write = ReviewStore['write'];

/**
 * Places a mark under its `client_mark_id`. When an earlier try arrived and only its response was lost, the service
 * keeps that mark; then this writes the current text over it.
 */
async function placeOnce(write: Write, known: ReadonlySet<number>, input: Input<'place_mark'>): Promise<Written> {
  const written = await write('place_mark', input);
  if (!written.ok) return written;
  const { marks } = written.view.review;
  const mark = placedMark(marks, known, input);
  if (mark !== undefined) {
    if (sameFields(mark, input)) return written;
    const { client_mark_id: _, author: __, ...words } = input;
    return write('edit_mark', { ...words, mark_id: mark.id });
  }
  // Moved since, so it cannot be identified: losing text would be worse than a duplicate.
  if (marks.some(({ body }) => body === input.body)) return written;
  return write('place_mark', { ...input, client_mark_id: randomId() });
}

/** Sends a change; a new mark always ends with the current text. */
export function writeOnce<Name extends WriteName>(
  store: ReviewStore,
  name: Name,
  input: Input<Name>,
): Promise<Written> {
  if (!('client_mark_id' in input)) return store.write(name, input);
  const known = new Set(store.view.value?.review.marks.map(({ id }) => id));
  return placeOnce(store.write, known, input);
}
