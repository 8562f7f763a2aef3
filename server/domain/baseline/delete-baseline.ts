import type { Output } from '../../contract/client.ts';
import { findBaseline } from '../base/store.ts';
import { notFound } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { eraseReview, removeErased } from '../review/erase-review.ts';
import { findPass } from '../review/store.ts';
import { requireRecorder } from './require-recorder.ts';

/** Deletes a baseline. Undecided reviews that were compared with it get another base. */
export async function deleteBaseline(
  ports: Ports,
  actor: ClientActor,
  input: { id: string },
): Promise<Output<'delete_baseline'>> {
  const { workspaceId } = actor;
  const erased = await ports.transaction(async (tx) => {
    const row = await findBaseline(tx, { workspaceId, reviewId: input.id });
    const review = row === null ? null : await findPass(tx, workspaceId, input.id);
    if (row === null || review === null) throw notFound('baseline');
    requireRecorder(actor, row);
    const erased = await eraseReview(ports, tx, review);
    if (erased === null) throw notFound('baseline');
    return erased;
  });
  await removeErased(ports, erased);
  return { id: input.id, deleted: true };
}
