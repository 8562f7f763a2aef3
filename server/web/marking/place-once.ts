import { sameFields } from '../../contract/mark-fields.ts';
import { randomId } from '../shared/random-id.ts';
import type { Input, WriteName } from '../shared/types.ts';
import type { Failure } from '../sync/exchange.ts';
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

/** Returns a change with the address of its image, which is sent before it. */
async function withSentImage<Given extends object>(
  store: ReviewStore,
  input: Given,
): Promise<{ input: Given } | { failure: Failure }> {
  const image = 'reference_image_url' in input ? input.reference_image_url : null;
  if (typeof image !== 'string' || !image.startsWith('data:')) return { input };
  const sent = await store.sendImage(image);
  return 'failure' in sent ? sent : { input: { ...input, reference_image_url: sent.url } };
}

/** Sends a change; a new mark always ends with the current text. */
export async function writeOnce<Name extends WriteName>(
  store: ReviewStore,
  name: Name,
  input: Input<Name>,
): Promise<Written> {
  const ready = await withSentImage(store, input);
  if ('failure' in ready) return { ok: false, failure: ready.failure };
  if (!('client_mark_id' in ready.input)) return store.write(name, ready.input);
  const known = new Set(store.view.value?.review.marks.map(({ id }) => id));
  return placeOnce(store.write, known, ready.input);
}
