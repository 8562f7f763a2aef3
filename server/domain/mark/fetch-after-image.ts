import { newId, randomBase62 } from '../ids.ts';
import type { JobData, Ports } from '../ports.ts';
import { fetchImage, Hopeless } from '../shot/make-pictures.ts';
import { findWantedAfterImage, settleAfterImage } from './store.ts';

const afterImageFolder = (at: { workspaceId: string; chainId: string }): string =>
  `${at.workspaceId}/${at.chainId}/after`;

/**
 * Fetches the picture that a fixer reported, so that whoever reviews never has to open a foreign address. A job that
 * comes twice, or after another picture was reported, does nothing.
 */
export async function fetchAfterImage(
  ports: Ports,
  job: JobData['fetch_after_image'],
  lastTry: boolean,
): Promise<void> {
  const { workspaceId, chainId, mark } = job;
  const chain = { workspaceId, chainId };
  const url = await findWantedAfterImage(ports.db, chain, mark);
  if (url === null) return;
  try {
    const { bytes, contentType } = await ports.images.read(await fetchImage(ports, url));
    const afterImageKey = `${afterImageFolder(chain)}/${newId(ports.clock())}.${contentType.replace('image/', '')}`;
    await ports.storage.put(afterImageKey, bytes);
    const copy = { afterImageKey, afterImageCapability: randomBase62(27) };
    const kept = await settleAfterImage(ports.db, chain, mark, url, copy);
    if (!kept) await ports.storage.remove(afterImageKey);
  } catch (error) {
    const known = error instanceof Hopeless || ports.images.isRefusal(error) || ports.outbound.isFailure(error);
    if (!known && !lastTry) throw error;
    const afterImageProblem =
      known && error instanceof Error ? error.message : 'Something of ours failed while fetching it.';
    await settleAfterImage(ports.db, chain, mark, url, { afterImageProblem });
  }
}
