import type { Ports } from '../ports.ts';
import { forgetExpired } from './store.ts';

const BATCH = 500;

/**
 * Deletes uploads or printouts that expired, then removes their files; the sweep of files finds any that remain. Any
 * number of replicas may do it at once.
 * @returns how many were deleted
 */
export async function cleanUpExpired(ports: Ports, table: 'upload' | 'printout'): Promise<number> {
  for (let total = 0; ; ) {
    const { count, files } = await forgetExpired(ports.db, table, ports.clock(), BATCH);
    total += count;
    await Promise.allSettled(files.map((key) => ports.storage.remove(key)));
    if (count < BATCH) return total;
  }
}
