import type { Ports, Tx } from '../ports.ts';

/** The number of the last time that somebody asked about this screenshot; 0 when nobody did, or long ago. */
export async function lastAsked(ports: Ports, tx: Tx, shotId: string): Promise<number> {
  const jobs = await ports.queue.sent(tx, 'second_opinion', shotId);
  return Math.max(0, ...jobs.map(({ asked }) => asked ?? 0));
}
