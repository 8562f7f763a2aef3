import { type askingFor, type askingForPass, listBasedOn } from '../base/store.ts';
import type { Ports, Tx } from '../ports.ts';

/** Has the undecided reviews choose a base again that use a pass as theirs, or whose request contains `asking`. */
export async function requestBases(
  ports: Ports,
  tx: Tx,
  pass: { workspaceId: string; id: string },
  asking: ReturnType<typeof askingFor | typeof askingForPass>,
): Promise<void> {
  const { workspaceId } = pass;
  for (const reviewId of await listBasedOn(tx, pass, asking)) {
    await ports.queue.send(tx, 'compare_base', { workspaceId, reviewId }, { key: reviewId });
  }
}
