import { isKey } from './key.ts';
import type { OpenStorage } from './open-storage.ts';

const PAGE = 1000;
const AT_ONCE = 8;

export interface Copied {
  /** Number of files examined */
  seen: number;
  copied: number;
  bytes: number;
  /** Files that already existed with the same size */
  kept: number;
  /** Files that the service deleted meanwhile */
  missing: number;
}

/**
 * Whether a key is a file of the service. Unfinished files, probes, and the empty files that a store's console creates
 * for folders are not.
 */
const isOurs = (key: string): boolean => isKey(key) && !key.endsWith('.part') && !key.startsWith('probes/');

/** Whether a storage contains files of a service. */
export const holdsFiles = async (storage: Pick<OpenStorage, 'list'>): Promise<boolean> =>
  (await storage.list('', PAGE)).some(({ key }) => isOurs(key));

/** Copies one file unless the target has it already. @returns the outcome and the copied bytes */
async function copyFile(
  from: OpenStorage,
  to: OpenStorage,
  key: string,
): Promise<['copied' | 'kept' | 'missing', number]> {
  const [size, known] = await Promise.all([from.size(key), to.size(key)]);
  if (size === null) return ['missing', 0];
  // Files are written whole and never changed, so the same name and size means the same file.
  if (known === size) return ['kept', 0];
  const bytes = await from.find(key);
  if (bytes === null) return ['missing', 0];
  await to.put(key, bytes);
  if ((await to.size(key)) !== bytes.length) throw new Error(`The file ${key} did not arrive whole`);
  return ['copied', bytes.length];
}

/**
 * Copies every file of one storage to another. It may be interrupted, repeated, and run while the service runs; the
 * next run copies newer files. Deletes nothing.
 */
export async function copyFiles(from: OpenStorage, to: OpenStorage, onProgress: (so: Copied) => void): Promise<Copied> {
  const so: Copied = { seen: 0, copied: 0, bytes: 0, kept: 0, missing: 0 };
  for (let after = ''; ; ) {
    const page = await from.list(after, PAGE);
    const left = page.map(({ key }) => key).filter(isOurs);
    const worker = async (): Promise<void> => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) {
        const [fate, bytes] = await copyFile(from, to, key);
        so[fate] += 1;
        so.bytes += bytes;
        so.seen += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    onProgress(so);
    after = page.at(-1)?.key ?? '';
    if (page.length < PAGE) return so;
  }
}
