import type { Output } from '../../contract/client.ts';
import { recordByToken } from '../audit/record.ts';
import { notFound } from '../failure.ts';
import { endNoiseRule as end, findNoiseRule } from '../noise/store.ts';
import type { ClientActor, Ports } from '../ports.ts';

/** Ends a noise rule, so that its differences count again. */
export async function endNoiseRule(
  ports: Ports,
  actor: ClientActor,
  { rule_id }: { rule_id: string },
): Promise<Output<'end_noise_rule'>> {
  await ports.transaction(async (tx) => {
    const rule = await findNoiseRule(tx, actor.workspaceId, rule_id);
    if (rule === null) throw notFound('noise rule');
    await end(tx, rule, ports.clock());
    await recordByToken(tx, actor, rule.reviewId, 'noise.ended', { rule: rule.id });
  });
  return { rule_id, ended: true };
}
