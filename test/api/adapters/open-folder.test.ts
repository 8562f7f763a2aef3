import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../../server/adapters/embedded-postgres/index.ts';
import { openFolder } from '../../../server/adapters/open-folder.ts';
import { openStorage } from '../../../server/adapters/storage/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = await temporaryFolder('sightline-folders-');
await writeFile(join(folder, 'file'), '');
await symlink(join(folder, 'unmounted'), join(folder, 'link'));

test('a folder is created with those above it, also by several processes at once', async () => {
  const path = join(folder, 'a/b/c');
  await Promise.all([openFolder(path), openFolder(path), openFolder(path)]);
  expect(await readdir(path)).toEqual([]);
});

test.each(['file', 'file/below', 'link', 'link/below'])(
  'a start that cannot write to its folder says so at once, and what to do: %s',
  async (name) => {
    const path = join(folder, name);
    const refusal = expect.stringMatching(/ cannot be created or written \(E\w+\)\. Let .* or set DATA_DIR /);
    expect(await startEmbeddedPostgres({ folder: path }).then(() => '', String)).toEqual(refusal);
    expect(await openStorage({ kind: 'disk', folder: path }).then(() => '', String)).toEqual(refusal);
  },
);
