import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createDiskStorage } from '../../../server/adapters/storage/disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder('sightline-storage-');
});

const files = async () => (await readdir(folder, { recursive: true })).sort();

test('a file is stored, read, replaced and removed', async () => {
  const storage = createDiskStorage(join(folder, 'shots'));
  await storage.put('a/b/c.png', Buffer.from('one'));
  await storage.put('a/b/c.png', Buffer.from('two'));
  expect((await storage.get('a/b/c.png')).toString()).toBe('two');
  await storage.remove('a/b/c.png');
  await storage.remove('a/b/c.png');
  await expect(storage.get('a/b/c.png')).rejects.toThrow('ENOENT');
});

test('find returns null for a missing file and throws when a file cannot be read', async () => {
  const storage = createDiskStorage(folder);
  await storage.put('a/b.png', Buffer.from('one'));
  expect((await storage.find('a/b.png'))?.toString()).toBe('one');
  expect(await storage.find('a/c.png')).toBeNull();
  expect(await storage.find('x/c.png')).toBeNull();
  await expect(storage.find('a')).rejects.toThrow('EISDIR');
});

test('removeFolder removes a folder with its content and nothing outside it', async () => {
  const storage = createDiskStorage(folder);
  for (const key of ['a/b/one', 'a/b/c/two', 'a/bc/three', 'd']) await storage.put(key, Buffer.from(key));
  await storage.removeFolder('a/b');
  await storage.removeFolder('a/b');
  expect(await files()).toEqual(['a', 'a/bc', 'a/bc/three', 'd']);
  for (const all of ['', '.', '/', '..', '../x', 'a/../..'])
    await expect(storage.removeFolder(all)).rejects.toThrow(/storage/);
  expect(await files()).toEqual(['a', 'a/bc', 'a/bc/three', 'd']);
});

test('concurrent writers of one file leave one complete file and nothing else', async () => {
  const storage = createDiskStorage(folder);
  const texts = Array.from({ length: 20 }, (_, at) => String(at).repeat(100_000));
  await Promise.all(texts.map((text) => storage.put('one.png', Buffer.from(text))));
  expect(texts).toContain((await storage.get('one.png')).toString());
  expect(await files()).toEqual(['one.png']);
});

test('a failed write keeps what was there and leaves no partial file', async () => {
  const storage = createDiskStorage(folder);
  await mkdir(join(folder, 'taken.png'));
  await writeFile(join(folder, 'taken.png', 'inside'), 'x');
  await expect(storage.put('taken.png', Buffer.from('new'))).rejects.toThrow();
  await expect(storage.put('taken.png/inside/deeper.png', Buffer.from('new'))).rejects.toThrow();
  expect(await files()).toEqual(['taken.png', 'taken.png/inside']);
});

test.each(['../out.png', 'a/../../out.png', '/etc/../../../../out.png', '..'])(
  'the key %s stays inside the folder',
  async (key) => {
    const inside = join(folder, 'shots');
    const storage = createDiskStorage(inside);
    await Promise.resolve()
      .then(() => storage.put(key, Buffer.from('x')))
      .catch(() => {});
    expect((await files()).filter((file) => !file.startsWith('shots'))).toEqual([]);
  },
);

test('list returns every file once, page by page, with its age by the disk’s clock', async () => {
  const storage = createDiskStorage(join(folder, 'shots'));
  expect(await storage.list('', 10)).toEqual([]);
  const keys = ['a/b/one', 'a/b-c/two', 'a/b/x/y/three', 'a-b/four', 'b', 'c/d/five.part', 'z/six'];
  for (const key of keys) await storage.put(key, Buffer.from(key));
  const hourAgo = Date.now() / 1000 - 3600;
  await utimes(join(folder, 'shots/b'), hourAgo, hourAgo);
  for (const size of [1, 2, 3, 100]) {
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const page = await storage.list(after, size);
      seen.push(...page.map(({ key }) => key));
      after = page.at(-1)?.key ?? '';
      if (page.length < size) break;
    }
    expect(seen.toSorted()).toEqual(keys.toSorted());
  }
  const ages = new Map((await storage.list('', 100)).map(({ key, ageSeconds }) => [key, ageSeconds]));
  expect(ages.get('b')).toBeGreaterThan(3599);
  expect(ages.get('z/six')).toBeLessThan(60);
  // The last listed file may have been removed since, with its folder.
  await storage.removeFolder('a/b');
  expect((await storage.list('a/b/x/y/three', 2)).map(({ key }) => key)).toEqual(['a/b-c/two', 'a-b/four']);
  expect(await files()).not.toContainEqual(expect.stringContaining('clock'));
});

test('only the service’s own user can read stored files, also in a folder that was readable before', async () => {
  const root = join(folder, 'shots');
  await mkdir(join(root, 'old'), { recursive: true, mode: 0o755 });
  const storage = createDiskStorage(root);
  await storage.put('a/b.png', Buffer.from('one'));
  const modes = await Promise.all(
    ['.', 'a', 'a/b.png'].map(async (path) => (await stat(join(root, path))).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});
