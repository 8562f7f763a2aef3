import { forgetAfterImages, forgetElements, listWithOldAfterImages } from '../mark/store.ts';
import type { Ports } from '../ports.ts';
import { listWithOldShots } from '../review/store.ts';
import { reviewFolder } from '../shot/files.ts';
import { deleteShots, forgetDocument, listLeftDocuments } from '../shot/store.ts';
import { sweepFiles } from './sweep-files.ts';

const BATCH = 100;
const DAY_MS = 86_400_000;

async function removeFiles(ports: Ports, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => ports.storage.remove(key)));
}

/** Copies of what fixers showed, in chains whose passes have all expired long ago. */
async function cleanUpAfterImages(ports: Ports, before: Date): Promise<void> {
  for (;;) {
    const chains = await listWithOldAfterImages(ports.db, before, BATCH);
    if (chains.length === 0) return;
    for (const chain of chains) await removeFiles(ports, await forgetAfterImages(ports.db, chain, before));
  }
}

/** Documents whose screenshots are made, left behind by a process that ended between the two. */
async function cleanUpDocuments(ports: Ports): Promise<void> {
  for (const { id, workspaceId, fileKey } of await listLeftDocuments(ports.db, BATCH)) {
    if (fileKey !== null) await ports.storage.remove(fileKey);
    await forgetDocument(ports.db, workspaceId, id);
  }
}

/**
 * Deletes the screenshots of reviews that expired over `retentionDays` ago: first the rows, so that no image address
 * leads to a missing file, then the files. The reviews' text stays. `wait` is the sweep's. @returns how many screenshots went
 */
export async function cleanUpShots(ports: Ports, wait?: () => Promise<void>): Promise<number> {
  const before = new Date(ports.clock().getTime() - ports.settings.retentionDays * DAY_MS);
  await cleanUpDocuments(ports);
  await cleanUpAfterImages(ports, before);
  let removed = 0;
  for (;;) {
    const reviews = await listWithOldShots(ports.db, before, BATCH);
    if (reviews.length === 0) break;
    for (const { id, workspaceId } of reviews) {
      removed += await ports.transaction(async (tx) => {
        const shots = await deleteShots(tx, workspaceId, id);
        await forgetElements(tx, workspaceId, id);
        return shots;
      });
      await ports.storage.removeFolder(reviewFolder({ workspaceId, id })).catch(() => undefined);
    }
  }
  const files = await sweepFiles(ports, wait);
  if (files > 0) ports.log.info({ files }, 'files that no row names were removed');
  return removed;
}
