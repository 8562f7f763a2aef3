import type { Input, Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { listSentImages } from '../shot/store.ts';

/** Returns which files the workspace lacks, so that a client sends only those. */
export async function findMissingImages(
  ports: Ports,
  { workspaceId }: ClientActor,
  { sha256 }: Input<'find_missing_images'>,
): Promise<Output<'find_missing_images'>> {
  const sent = await listSentImages(ports.db, workspaceId, sha256);
  return { missing: sha256.filter((hash) => !sent.has(hash)) };
}
