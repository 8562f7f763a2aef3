import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Loaded before s3rver, which stores each object in its own folder. Fixes two faults that S3 does not have:
 * - It removes a folder with its last file, which crashes the server when another file is being written there. Here
 *   folders stay, which S3 clients do not see.
 * - When it is killed while it writes an object's metadata, it leaves an empty file, and then refuses every listing.
 *   Here the file is written beside the buckets and then renamed.
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
