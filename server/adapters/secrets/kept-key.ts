import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the key in this data folder, and creates it if there is none. If several processes create it, one wins. */
export async function keptSecretKey(folder: string): Promise<string> {
  const file = join(folder, 'secret.key');
  await mkdir(folder, { recursive: true });
  const fresh = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
