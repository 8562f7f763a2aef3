import { isKey } from './key.ts';
import type { OpenStorage } from './open-storage.ts';

const PAGE = 1000;
const AT_ONCE = 8;

/** How far a copy is. */
export interface Copied {
  /** Files looked at */
  seen: number;
  copied: number;
  /** Copied, in bytes */
  bytes: number;
  /** There already, of the same size */
  kept: number;
  /** Deleted by the service meanwhile */
  missing: number;
}

/** What a process left unfinished, or is trying out, is nobody's; nor are the empty files that a store's console makes for folders. */
const isOurs = (key: string): boolean => isKey(key) && !key.endsWith('.part') && !key.startsWith('probes/');

/** Whether it holds a file of a service. */
export const holdsFiles = async (storage: Pick<OpenStorage, 'list'>): Promise<boolean> =>
  (await storage.list('', PAGE)).some(({ key }) => isOurs(key));

/** @returns what became of the file, with its size */
async function copyFile(
  from: OpenStorage,
  to: OpenStorage,
  key: string,
): Promise<['copied' | 'kept' | 'missing', number]> {
  const [size, known] = await Promise.all([from.size(key), to.size(key)]);
  if (size === null) return ['missing', 0];
  // A file is written whole and never changed: one of the same name and size is the same.
  if (known === size) return ['kept', 0];
  const bytes = await from.find(key);
  if (bytes === null) return ['missing', 0];
  await to.put(key, bytes);
  if ((await to.size(key)) !== bytes.length) throw new Error(`The file ${key} did not arrive whole`);
  return ['copied', bytes.length];
}

/**
 * Copies every file of one storage into another. May be interrupted and repeated, and run while the service runs:
 * what is new since is copied by the next run. Deletes nothing.
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
