import { createRequire } from 'node:module';

/**
 * Loaded before s3rver, which keeps each file in folders and removes a folder with its last file: a file that is just
 * being put there then ends the whole server. Its folders stay, which nobody sees through S3.
 */
const fs = createRequire(import.meta.resolve('s3rver'))('fs-extra');
fs.rmdir = async () => {};
