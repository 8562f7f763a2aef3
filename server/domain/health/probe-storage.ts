import { randomUUID } from 'node:crypto';
import type { Storage } from '../ports.ts';

/**
 * Writes, reads and removes a small file. While one probe hangs, no other begins, because a storage that does not
 * answer must not block the process's threads one after the other.
 */
export function probeStorage(storage: Storage): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const key = `probes/${randomUUID()}`;
    const bytes = Buffer.from(key);
    try {
      await storage.put(key, bytes);
      if (!bytes.equals(await storage.get(key))) throw new Error('The storage gave back something else');
    } finally {
      await storage.remove(key);
    }
  };
  return () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
}
