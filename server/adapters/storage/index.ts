import { openFolder } from '../open-folder.ts';
import { createDiskStorage } from './disk.ts';
import type { StorageLocation } from './location.ts';
import type { OpenStorage } from './open-storage.ts';

export { checkStorage } from './check.ts';
export { type Copied, copyFiles, holdsFiles } from './copy.ts';
export { endpointPort, liesWithin, parseStorageUrl, placeName, type StorageLocation } from './location.ts';
export type { OpenStorage } from './open-storage.ts';

/** Opens the storage at a location: creates its folder, or does not contact its store yet. */
export async function openStorage(location: StorageLocation): Promise<OpenStorage> {
  if (location.kind === 'disk') {
    await openFolder(location.folder);
    return createDiskStorage(location.folder);
  }
  // Loaded on demand because it is large.
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(location);
}
