import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { checkFolder, checkKey } from './key.ts';
import type { OpenStorage } from './open-storage.ts';

/** Returns `otherwise` when the file does not exist, for instance because it was deleted meanwhile. */
function unlessMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return otherwise;
    throw error;
  });
}

/** Yields the keys below `folder` sorted by name, folder by folder; `after` is the rest of the last known key. */
async function* keysAfter(folder: string, prefix: string, after: string): AsyncGenerator<string> {
  const [known = '', ...rest] = after.split('/');
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name < known) continue;
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      yield* keysAfter(join(folder, entry.name), `${key}/`, entry.name === known ? rest.join('/') : '');
    } else if (entry.isFile() && entry.name !== known) yield key;
  }
}

/**
 * Creates a storage of files below one folder. A file is written under another name, flushed, then renamed, so it is
 * complete or absent.
 */
export function createDiskStorage(folder: string): OpenStorage {
  const root = normalize(folder + sep);
  let isClosed = false;
  /** Creates a folder that only this user may open; restricts the root even if it existed before. */
  async function makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (isClosed) return;
    // A mounted folder may belong to another user.
    await chmod(root, 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPERM') throw error;
    });
    isClosed = true;
  }
  const pathOf = (key: string): string => join(root, checkKey(key));
  /** Returns the time stamp of a file written now: a disk of another machine has its own clock. */
  async function timeOfDisk(): Promise<number> {
    await makeFolder(root);
    const path = `${root}clock.${randomUUID()}.part`;
    const file = await open(path, 'wx', 0o600);
    try {
      return (await file.stat()).mtimeMs;
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await makeFolder(dirname(path));
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        const file = await open(unfinished, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    get: (key) => readFile(pathOf(key)),
    find: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async stream(key) {
      const file = await unlessMissing(open(pathOf(key)), null);
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        return { content: file.createReadStream(), size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    size: async (key) => (await unlessMissing(stat(pathOf(key)), null))?.size ?? null,
    remove: (key) => rm(pathOf(key), { force: true }),
    async removeFolder(folder) {
      await rm(join(root, checkFolder(folder)), { recursive: true, force: true });
    },
    async list(after, limit) {
      const files = [];
      const now = await timeOfDisk();
      for await (const key of keysAfter(root, '', after)) {
        if (files.length >= limit) break;
        const written = await unlessMissing(stat(pathOf(key)), null);
        if (written !== null) files.push({ key, ageSeconds: (now - written.mtimeMs) / 1000 });
      }
      return files;
    },
    close() {},
  };
}
