import type { Input, Output } from '../../contract/client.ts';
import { invalid, notFound, wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { effectiveStatus } from '../review/rules.ts';
import { findReview } from '../review/store.ts';
import { storedStatus, toReview } from '../review/view.ts';
import { listShots } from '../shot/store.ts';
import { requireRules } from './known-rules.ts';
import { writeOpinion } from './store.ts';

/** Queues the checklist for one shot or for all; its findings come as hints. */
export async function secondOpinion(
  ports: Ports,
  actor: ClientActor,
  input: Input<'second_opinion'>,
): Promise<Output<'second_opinion'>> {
  const skip = input.skip_rules ?? [];
  requireRules('skip_rules', skip);
  return ports.transaction(async (tx) => {
    const row = await findReview(tx, actor.workspaceId, input.id);
    if (row === null) throw notFound();
    const status = effectiveStatus(storedStatus(row), row.expiresAt, ports.clock());
    if (status !== 'open')
      throw wrongState(`A second opinion is for an open review; this one is ${status}.`, { status });
    const shots = (await listShots(tx, row.workspaceId, [row.id])).filter(
      (shot) => input.screenshot_index === undefined || shot.position === input.screenshot_index,
    );
    if (shots.length === 0) throw invalid('screenshot_index', 'There is no shot with this index.');
    for (const shot of shots) {
      const { workspaceId } = row;
      await writeOpinion(tx, { workspaceId, id: shot.id }, 'waiting', null);
      const job = { workspaceId, reviewId: row.id, shotId: shot.id, skip, withoutModel: input.model === false };
      await ports.queue.send(tx, 'second_opinion', job);
    }
    return { queued: shots.length, review: await toReview(ports, tx, row) };
  });
}
