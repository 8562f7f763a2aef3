import { deleteUnusedImages, forgetElements, forgetMarkImages, listWithOldImages } from '../mark/store.ts';
import type { Ports } from '../ports.ts';
import { eraseReview, removeErased, removeUnshown } from '../review/erase-review.ts';
import { listErasable, listWithOldShots } from '../review/store.ts';
import { reviewFolder } from '../shot/files.ts';
import { deleteShots, forgetDocument, listImages, listLeftDocuments } from '../shot/store.ts';
import { forgetExpired } from './store.ts';
import { sweepFiles } from './sweep-files.ts';

const BATCH = 100;
const DAY_MS = 86_400_000;

async function removeFiles(ports: Ports, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => ports.storage.remove(key)));
}

/** Deletes the images of marks of chains whose passes all expired before `before`, and those that no mark uses. */
async function cleanUpMarkImages(ports: Ports, before: Date): Promise<void> {
  await removeFiles(ports, await deleteUnusedImages(ports.db, new Date(ports.clock().getTime() - DAY_MS)));
  for (;;) {
    const chains = await listWithOldImages(ports.db, before, BATCH);
    if (chains.length === 0) return;
    for (const chain of chains) await removeFiles(ports, await forgetMarkImages(ports.db, chain, before));
  }
}

/** Deletes documents whose screenshots are made, left behind by a process that stopped before it removed them. */
async function cleanUpDocuments(ports: Ports): Promise<void> {
  for (const { id, workspaceId, fileKey } of await listLeftDocuments(ports.db, BATCH)) {
    if (fileKey !== null) await ports.storage.remove(fileKey);
    await forgetDocument(ports.db, workspaceId, id);
  }
}

/** Deletes baselines that newer ones replaced long ago, and samples after their day. */
async function eraseExpired(ports: Ports): Promise<void> {
  for (;;) {
    const expired = await listErasable(ports.db, ports.clock(), BATCH);
    if (expired.length === 0) return;
    for (const row of expired) {
      await removeErased(ports, await ports.transaction((tx) => eraseReview(ports, tx, row)));
    }
  }
}

/**
 * Deletes the screenshots of reviews that expired over `retentionDays` ago: first the rows, so that no image address
 * leads to a missing file, then the files. The reviews' text stays. Also deletes
 * expired baselines and samples. `wait` is passed to the sweep of files.
 * @returns how many screenshots were deleted
 */
export async function cleanUpShots(ports: Ports, wait?: () => Promise<void>): Promise<number> {
  const before = new Date(ports.clock().getTime() - ports.settings.retentionDays * DAY_MS);
  await cleanUpDocuments(ports);
  await eraseExpired(ports);
  await cleanUpMarkImages(ports, before);
  let removed = 0;
  for (;;) {
    const reviews = await listWithOldShots(ports.db, before, BATCH);
    if (reviews.length === 0) break;
    for (const { id, workspaceId } of reviews) {
      const { images, count } = await ports.transaction(async (tx) => {
        const images = await listImages(tx, workspaceId, id);
        const count = await deleteShots(tx, workspaceId, id);
        await forgetElements(tx, workspaceId, id);
        return { images, count };
      });
      removed += count;
      await removeUnshown(ports, workspaceId, images);
      await ports.storage.removeFolder(reviewFolder({ workspaceId, id })).catch(() => undefined);
    }
  }
  const files = await sweepFiles(ports, wait);
  if (files > 0) ports.log.info({ files }, 'files that no row names were removed');
  return removed;
}

const EXPIRED_BATCH = 500;

/**
 * Deletes uploads or printouts that expired, then removes their files; the sweep of files finds any that remain. Any
 * number of replicas may do it at once.
 * @returns how many were deleted
 */
export async function cleanUpExpired(ports: Ports, table: 'upload' | 'printout'): Promise<number> {
  for (let total = 0; ; ) {
    const { count, files } = await forgetExpired(ports.db, table, ports.clock(), EXPIRED_BATCH);
    total += count;
    await Promise.allSettled(files.map((key) => ports.storage.remove(key)));
    if (count < EXPIRED_BATCH) return total;
  }
}
