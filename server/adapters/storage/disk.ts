import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Storage } from '../../domain/ports.ts';

/** Files below one folder. A file is written under another name, flushed, then renamed: whole or not at all. */
export function createDiskStorage(folder: string): Storage {
  const root = normalize(folder + sep);
  const pathOf = (key: string): string => {
    const path = normalize(join(root, key));
    if (!path.startsWith(root)) throw new Error('A storage key left its folder');
    return path;
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        const file = await open(unfinished, 'wx');
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
    remove: (key) => rm(pathOf(key), { force: true }),
    async removeFolder(folder) {
      const path = pathOf(folder);
      if (path === root || `${path}${sep}` === root) throw new Error('The whole storage is no folder of it');
      await rm(path, { recursive: true, force: true });
    },
  };
}
