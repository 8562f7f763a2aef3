import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { keptSecretKey } from '../../../server/adapters/secrets/kept-key.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder('sightline-key-');
});

test('processes that create the key at once all use the same one, and leave only it', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => keptSecretKey(folder)));
  expect(new Set(keys)).toEqual(new Set([await readFile(join(folder, 'secret.key'), 'utf8')]));
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test.each(['', 'unfinished'])('a key file with “%s” is refused and kept', async (text) => {
  await writeFile(join(folder, 'secret.key'), text);
  await expect(keptSecretKey(folder)).rejects.toThrow('is empty or incomplete. Restore it from a backup.');
  expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(text);
});
