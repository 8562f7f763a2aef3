import type { Ports, Tx } from '../ports.ts';

/** Returns the number of the latest request about this screenshot; 0 when there was none, or too long ago. */
export async function lastAsked(ports: Ports, tx: Tx, shotId: string): Promise<number> {
  const jobs = await ports.queue.sent(tx, 'second_opinion', shotId);
  return Math.max(0, ...jobs.map(({ asked }) => asked ?? 0));
}
