import { describeFault } from '../describe-fault.ts';
import type { Ports } from '../ports.ts';
import { groupOf } from './enqueue-delivery.ts';
import { listForgotten } from './store.ts';

const SWEEP_SECONDS = 30;
const AT_ONCE = 500;

/** Queues what is due but has no job, as after jobs were lost. @returns how many; 0 the second time */
export async function sweepDeliveries(ports: Ports, dueForSeconds: number = SWEEP_SECONDS): Promise<number> {
  return ports.transaction(async (tx) => {
    const forgotten = await listForgotten(tx, dueForSeconds, AT_ONCE);
    for (const { id, workspaceId, attemptCount, urlHash } of forgotten) {
      const job = { deliveryId: id, workspaceId, attempt: attemptCount + 1 };
      await ports.queue.send(tx, 'deliver', job, { group: groupOf(urlHash) });
    }
    return forgotten.length;
  });
}

/** Sweeps now and every 30 s. @returns what ends it */
export function startSweeping(ports: Ports): () => void {
  const sweep = (): void => {
    sweepDeliveries(ports).then(
      (found) => found > 0 && ports.log.warn({ deliveries: found }, 'deliveries without a job were queued again'),
      (error: unknown) => ports.log.warn({ error: describeFault(error) }, 'sweep of deliveries'),
    );
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_SECONDS * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
