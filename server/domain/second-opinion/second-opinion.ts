import type { Input, Output } from '../../contract/client.ts';
import { invalid, wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { lockReview } from '../review/passes.ts';
import { effectiveStatus } from '../review/rules.ts';
import { toReview } from '../review/view.ts';
import { listShots } from '../shot/store.ts';
import { requireRules } from './known-rules.ts';
import { lastAsked } from './last-asked.ts';
import { writeOpinion } from './store.ts';

/**
 * Queues the checklist for one screenshot or for all; it adds findings. Only the latest request for a screenshot
 * counts.
 */
export async function secondOpinion(
  ports: Ports,
  actor: ClientActor,
  input: Input<'second_opinion'>,
): Promise<Output<'second_opinion'>> {
  const skip = input.skip_rules ?? [];
  requireRules('skip_rules', skip);
  return ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, input.id);
    const status = effectiveStatus(row, ports.clock());
    if (status !== 'open')
      throw wrongState(`A second opinion is for an open review; this one is ${status}.`, { status });
    const shots = (await listShots(tx, row.workspaceId, [row.id])).filter(
      (shot) => input.screenshot_index === undefined || shot.position === input.screenshot_index,
    );
    if (shots.length === 0) {
      const index = input.screenshot_index ?? 0;
      throw invalid('screenshot_index', `\`screenshot_index\` is ${index}, and this review has no such screenshot.`);
    }
    const { workspaceId } = row;
    for (const { id: shotId, opinion } of shots) {
      await writeOpinion(tx, { workspaceId, id: shotId }, 'waiting', null);
      const asked = 1 + (opinion === null ? 0 : await lastAsked(ports, tx, shotId));
      const job = { workspaceId, reviewId: row.id, shotId, skip, withoutModel: input.model === false, asked };
      await ports.queue.send(tx, 'second_opinion', job, { group: workspaceId, key: shotId });
    }
    return { queued: shots.length, review: await toReview(ports, tx, row) };
  });
}
