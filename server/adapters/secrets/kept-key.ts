import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The least length of SECRET_KEY: shorter keys can be guessed. */
export const MIN_KEY_LENGTH = 16;

/** Writes a file completely, or not at all; keeps one that exists. */
async function createFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Returns the key in this data folder, and creates it if there is none. If several processes create it, one wins.
 * @throws Error when the file contains no complete key
 */
export async function keptSecretKey(folder: string): Promise<string> {
  const file = join(folder, 'secret.key');
  await mkdir(folder, { recursive: true });
  await createFile(file, Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'));
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length < MIN_KEY_LENGTH)
    throw new Error(
      `${file} is empty or incomplete. Restore it from a backup. If the service has never started with this database, delete the file, and the next start creates another.`,
    );
  return key;
}
