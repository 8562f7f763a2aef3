import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Loaded before s3rver, which keeps each object in folders of its own: repairs what S3 itself never shows.
 * - It removes a folder with its last file: a file that is just being put there then ends the whole server. The folders
 *   stay, which nobody sees through S3.
 * - Killed while it writes an object's metadata, it leaves an empty file, and refuses every listing from then on. The
 *   file appears whole: written beside the buckets, then renamed.
 */
const fs = createRequire(import.meta.resolve('s3rver'))('fs-extra');
fs.rmdir = async () => {};

const root = process.argv[process.argv.indexOf('-d') + 1];
const { writeFile } = fs;
fs.writeFile = async (path, data) => {
  const part = join(root, `part-${randomUUID()}`);
  await writeFile(part, data);
  await fs.rename(part, path);
};
