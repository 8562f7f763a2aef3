import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Node's own `recursive` never returns below a folder that refuses with ENOENT, such as /proc. */
async function makeFolders(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (!existsSync(parent) && parent !== folder) await makeFolders(parent);
  await mkdir(folder, { mode: 0o755 }).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
}

/** Creates a folder if necessary. @throws Error that says what to do when this process may not write to it */
export async function openFolder(path: string): Promise<void> {
  const folder = resolve(path);
  try {
    await makeFolders(folder);
    await access(join(folder, '/'), constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const user = process.getuid === undefined ? 'this user' : `the user with the id ${process.getuid()}`;
    throw new Error(
      `${folder} cannot be created or written (${code}). Let ${user} write there, or set DATA_DIR or STORAGE_URL to another folder.`,
    );
  }
}
