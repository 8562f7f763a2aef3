import type { Baseline } from '../../contract/baseline.ts';
import type { Input } from '../../contract/client.ts';
import { findBaseline, markSent } from '../base/store.ts';
import { notFound, wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { discardAddition, insertAddition, readAddition } from '../review/addition.ts';
import { settleBaseline } from '../review/settle-baseline.ts';
import { findPass, lockChain } from '../review/store.ts';
import { requireRecorder } from './require-recorder.ts';
import { toBaseline } from './view.ts';

/** Adds an image or a page to a baseline whose client has not sent everything, and notes when it has. */
export async function addToBaseline(
  ports: Ports,
  actor: ClientActor,
  { complete = true, ...input }: Input<'add_to_baseline'>,
): Promise<Baseline> {
  const { workspaceId } = actor;
  const key = { workspaceId, reviewId: input.id };
  const baseline = await findBaseline(ports.db, key);
  const review = baseline === null ? null : await findPass(ports.db, workspaceId, input.id);
  if (baseline === null || review === null) throw notFound('baseline');
  requireRecorder(actor, baseline);
  const isEmpty = input.image === undefined && input.images === undefined && input.capture_url !== true;
  const addition = isEmpty && complete ? null : await readAddition(ports, review, input);
  try {
    return await ports.transaction(async (tx) => {
      await lockChain(tx, workspaceId, review.chainId);
      const current = await findBaseline(tx, key);
      if (current === null) throw notFound('baseline');
      if (current.isSent && addition !== null) {
        throw wrongState(
          'This baseline was sent completely. Create another one for the same commit; the newest one counts.',
        );
      }
      if (addition !== null) await insertAddition(ports, tx, review, addition, 'A baseline');
      if (complete) await markSent(tx, key);
      await settleBaseline(ports, tx, review);
      return toBaseline(ports, tx, workspaceId, input.id);
    });
  } catch (error) {
    if (addition !== null) await discardAddition(ports, addition, error);
    throw error;
  }
}
