import { newId, randomBase62 } from '../ids.ts';
import { imageFolder } from '../mark/fields.ts';
import { type AfterImageOutcome, findWantedAfterImage, settleAfterImage } from '../mark/store.ts';
import type { JobData, Ports } from '../ports.ts';
import { fetchImage, PermanentError } from '../shot/make-images.ts';
import { lockChain } from './store.ts';

type Job = JobData['fetch_after_image'];

/** Stores the outcome; false when another image was reported meanwhile. */
async function settle(ports: Ports, job: Job, url: string, outcome: AfterImageOutcome): Promise<boolean> {
  const { workspaceId, chainId, mark } = job;
  return ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, chainId);
    return settleAfterImage(tx, { workspaceId, chainId }, mark, url, outcome);
  });
}

/**
 * Fetches the image that a fixing agent reported, so that reviewers never load a foreign address. A job that runs
 * twice, or after another image was reported, does nothing.
 */
export async function fetchAfterImage(ports: Ports, job: Job, lastTry: boolean): Promise<void> {
  const url = await findWantedAfterImage(ports.db, job, job.mark);
  if (url === null) return;
  try {
    const { bytes, contentType } = await ports.images.read(await fetchImage(ports, url));
    const key = `${imageFolder(job)}/${newId(ports.clock())}.${contentType.replace('image/', '')}`;
    const copy = { capability: randomBase62(27), key, createdAt: ports.clock() };
    await ports.storage.put(key, bytes);
    // An error may come after the commit: then the mark needs the file. Otherwise the sweep of files removes it.
    if (!(await settle(ports, job, url, copy))) await ports.storage.remove(key);
  } catch (error) {
    const known = error instanceof PermanentError || ports.images.isRefusal(error) || ports.outbound.isFailure(error);
    if (!known && !lastTry) throw error;
    const reason = known && error instanceof Error ? error.message : null;
    await settle(ports, job, url, { problem: reason ?? 'Something went wrong on our side while fetching it.' });
  }
}

/** Ends the wait for an image when every attempt to fetch it crashed its worker. */
export async function loseAfterImage(ports: Ports, job: Job): Promise<void> {
  const url = await findWantedAfterImage(ports.db, job, job.mark);
  if (url === null) return;
  await settle(ports, job, url, { problem: 'Fetching it failed again and again on our side.' });
}
