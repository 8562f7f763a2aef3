import { createHash } from 'node:crypto';
import type { SafeImage } from '../port-types.ts';
import type { Ports, RowKey } from '../ports.ts';
import { makeTiles } from './derived.ts';
import { type ImageFormat, imageKey, thumbnailKey } from './files.ts';
import { findSameImage, listSentImages, type StoredImage } from './store.ts';

/** An image as it is given: its file, or the hash of a file that the workspace has sent before. */
export type ImageContent =
  /** `hasty`: made just now by this service, encoded for speed and not for size */
  { bytes: Buffer; hasty?: boolean } | { sha256: string };

/** A hash of which the workspace has no file. Its message is for the client. */
export class UnknownImage extends Error {
  constructor() {
    super('This workspace has no image with this hash, or no longer. Send its bytes.');
  }
}

/** Returns the hash under which a client has sent a file, or names one; null for an image that this service made. */
function sentHash(content: ImageContent): string | null {
  if ('sha256' in content) return content.sha256;
  return content.hasty === true ? null : createHash('sha256').update(content.bytes).digest('hex');
}

/** The images that were sent before and are still there, by the hash of their file. */
export type Sent = ReadonlyMap<string, StoredImage>;

/** Looks for the files of several images at once. */
export async function findSent(ports: Ports, workspaceId: string, contents: readonly ImageContent[]): Promise<Sent> {
  const hashes = contents.map(sentHash).filter((hash) => hash !== null);
  const known = await listSentImages(ports.db, workspaceId, [...new Set(hashes)]);
  const found = await Promise.all(
    [...known].map(async ([hash, image]) => ({ hash, image, ok: await isThere(ports, image) })),
  );
  return new Map(found.filter(({ ok }) => ok).map(({ hash, image }) => [hash, image]));
}

export interface KeptImage extends StoredImage {
  sentSha256: string | null;
  /** The files that are to be written; none for an image that is stored already */
  files: Map<string, Buffer>;
  /** Returns the stored file. */
  read(): Promise<Buffer>;
}

const isThere = async (ports: Ports, { storageKey, bytes }: StoredImage): Promise<boolean> =>
  (await ports.storage.size(storageKey)) === bytes;

async function filesOf(ports: Ports, storageKey: string, { bytes, height }: SafeImage, ahead: boolean) {
  const files = new Map<string, Buffer>([[storageKey, bytes]]);
  if (!ahead) return files;
  files.set(thumbnailKey({ storageKey }), await ports.images.thumbnail(bytes));
  for (const [key, tile] of await makeTiles(ports, { storageKey, height }, bytes)) files.set(key, tile);
  return files;
}

/**
 * Checks and re-encodes an image, unless the workspace has it already: a file among `sent` is not even decoded.
 * `id` is the screenshot's. `ahead` also makes the thumbnail and the strips, which otherwise are made when they are
 * first requested.
 * @throws UnknownImage · what `images.isRefusal` knows when the image cannot be used
 */
export async function keepImage(
  ports: Ports,
  at: RowKey,
  content: ImageContent,
  sent: Sent,
  ahead: boolean,
): Promise<KeptImage> {
  const { workspaceId } = at;
  const sentSha256 = sentHash(content);
  const none = { sentSha256, files: new Map<string, Buffer>() };
  const known = sent.get(sentSha256 ?? '');
  if (known !== undefined) return { ...known, ...none, read: () => ports.storage.get(known.storageKey) };
  if ('sha256' in content) throw new UnknownImage();
  const safe = await ports.images.read(content.bytes, content.hasty === true ? { hasty: true } : {});
  const read = async () => safe.bytes;
  const format = safe.contentType.replace('image/', '') as ImageFormat;
  const same = await findSameImage(ports.db, { workspaceId, sha256: safe.sha256, format });
  if (same !== null && (await isThere(ports, same))) return { ...same, ...none, read };
  const storageKey = imageKey(at, format);
  const { width, height, sha256, bytes } = safe;
  const files = await filesOf(ports, storageKey, safe, ahead);
  return { storageKey, width, height, sha256, bytes: bytes.length, sentSha256, files, read };
}
