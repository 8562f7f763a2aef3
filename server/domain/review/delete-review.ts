import type { Output } from '../../contract/client.ts';
import { recordByToken } from '../audit/record.ts';
import { notFound } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { eraseReview, removeErased } from './erase-review.ts';
import { findReview } from './store.ts';

export async function deleteReview(
  ports: Ports,
  actor: ClientActor,
  input: { id: string },
): Promise<Output<'delete_review'>> {
  const erased = await ports.transaction(async (tx) => {
    const row = await findReview(tx, actor.workspaceId, input.id);
    if (row === null) throw notFound();
    const erased = await eraseReview(ports, tx, row);
    if (erased === null) throw notFound();
    await recordByToken(tx, actor, row.id, 'review.deleted', {});
    return erased;
  });
  await removeErased(ports, erased);
  return { id: input.id, deleted: true };
}
