import { forgetAfterImages } from '../mark/store.ts';
import type { Ports } from '../ports.ts';
import { listWithOldShots } from '../review/store.ts';
import { filesOf } from './files.ts';
import { deleteShots, listShots } from './store.ts';

const BATCH = 100;
const DAY_MS = 86_400_000;

/**
 * Deletes the shots of reviews that expired over `retentionDays` ago: first the rows, so that no picture address
 * leads to a missing file, then the files. The reviews' text stays. @returns how many shots went
 */
export async function cleanUpShots(ports: Ports): Promise<number> {
  const before = new Date(ports.clock().getTime() - ports.settings.retentionDays * DAY_MS);
  let removed = 0;
  for (;;) {
    const reviews = await listWithOldShots(ports.db, before, BATCH);
    if (reviews.length === 0) return removed;
    for (const { id, workspaceId, chainId } of reviews) {
      const files = await ports.transaction(async (tx) => {
        const shots = await listShots(tx, workspaceId, [id]);
        await deleteShots(tx, workspaceId, id);
        removed += shots.length;
        return [...filesOf(shots), ...(await forgetAfterImages(tx, { workspaceId, chainId }, before))];
      });
      await Promise.allSettled(files.map((key) => ports.storage.remove(key)));
    }
  }
}
