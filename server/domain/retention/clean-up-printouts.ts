import type { Ports } from '../ports.ts';
import { forgetExpiredPrintouts } from '../printout/store.ts';

const BATCH = 500;

/**
 * Deletes printouts that expired, then removes their files; the sweep of files finds any that remain.
 * @returns how many were deleted
 */
export async function cleanUpPrintouts(ports: Ports): Promise<number> {
  for (let total = 0; ; ) {
    const { count, files } = await forgetExpiredPrintouts(ports.db, ports.clock(), BATCH);
    total += count;
    await Promise.allSettled(files.map((key) => ports.storage.remove(key)));
    if (count < BATCH) return total;
  }
}
