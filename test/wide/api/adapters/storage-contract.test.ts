import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createEmulator } from 'emulate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenStorage, openStorage, parseStorageUrl } from '../../../../server/adapters/storage/index.ts';
import { freePort } from '../../../support/free-port.ts';
import { startS3 } from '../../../support/s3.ts';

interface Ground {
  storage: OpenStorage;
  /** Whether concurrent writers of one key never mix, and a listing is sorted where names begin alike. */
  isStrict: boolean;
  /** Number of files in a large folder: more than a store lists at once, unless that is slow. */
  many: number;
  close(): Promise<void>;
}

async function onDisk(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-storage-'));
  return {
    storage: await openStorage({ kind: 'disk', folder: join(folder, 'shots') }),
    isStrict: true,
    many: 1_100,
    close: () => rm(folder, { recursive: true }),
  };
}

async function onS3(): Promise<Ground> {
  const s3 = await startS3();
  const location = parseStorageUrl(s3.storageUrl('a b/ü+'), { region: undefined, keys: s3 });
  return { storage: await openStorage(location), isStrict: false, many: 1_100, close: s3.close };
}

/** A second implementation of S3 by other authors, which confirms the first. */
async function onEmulator(): Promise<Ground> {
  const seed = { aws: { region: 'us-east-1', s3: { buckets: [{ name: 'sightline-shots' }] } } };
  const emulator = await createEmulator({ service: 'aws', port: await freePort(), seed });
  const address = `s3://sightline-shots/a/b?${new URLSearchParams({ endpoint: emulator.url })}`;
  const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  return {
    storage: await openStorage(parseStorageUrl(address, { region: undefined, keys })),
    isStrict: true,
    many: 60,
    close: () => emulator.close(),
  };
}

const odd = [
  'with space.png',
  'plus+and&amp;.png',
  'per%cent%20.png',
  'ä/ö–ü.png',
  'quote\'"s.png',
  'que?ry#hash=1',
  '~._-!*()',
];

const grounds: [string, () => Promise<Ground>][] = [
  ['a folder', onDisk],
  ['an S3 server, below a prefix with odd letters', onS3],
  ['another S3 server', onEmulator],
];

describe.each(grounds)('screenshots in %s', (_, begin) => {
  let ground: Ground;
  let storage: OpenStorage;
  beforeAll(async () => {
    ground = await begin();
    ({ storage } = ground);
  });
  afterAll(async () => {
    storage.close();
    await ground.close();
  });
  const keysOf = async (): Promise<string[]> => (await storage.list('', 10_000)).map(({ key }) => key).sort();
  beforeEach(async () => {
    for (const key of await keysOf()) await storage.remove(key);
  });

  it('returns what was put, replaces it and removes it, also twice', async () => {
    await storage.put('w/r/s/one.png', Buffer.from('one'));
    await storage.put('w/r/s/one.png', Buffer.from([0, 255, 254, 10, 13]));
    expect(await storage.get('w/r/s/one.png')).toEqual(Buffer.from([0, 255, 254, 10, 13]));
    expect(await storage.find('w/r/s/one.png')).toEqual(Buffer.from([0, 255, 254, 10, 13]));
    await storage.remove('w/r/s/one.png');
    await storage.remove('w/r/s/one.png');
    expect(await storage.find('w/r/s/one.png')).toBeNull();
    expect(await storage.stream('w/r/s/one.png')).toBeNull();
    await expect(storage.get('w/r/s/one.png')).rejects.toThrow();
    await storage.removeFolder('w/nothing');
    expect(await keysOf()).toEqual([]);
  });

  it('keeps an empty file, and one of 25 MB that is read as a whole or in parts', async () => {
    await storage.put('empty', Buffer.alloc(0));
    expect(await storage.get('empty')).toEqual(Buffer.alloc(0));
    const large = randomBytes(25_000_000);
    await storage.put('w/large.pdf', large);
    expect(large.equals(await storage.get('w/large.pdf'))).toBe(true);
    const file = await storage.stream('w/large.pdf');
    expect(file?.size).toBe(large.length);
    expect(file !== null && large.equals(await buffer(file.content))).toBe(true);
  });

  it.each(odd)('keeps %s under its own name', async (name) => {
    const key = `w/r/${name}`;
    await storage.put(key, Buffer.from(name));
    expect((await storage.get(key)).toString()).toBe(name);
    expect(await keysOf()).toEqual([key]);
    await storage.removeFolder('w/r');
    expect(await keysOf()).toEqual([]);
  });

  it.each(['', '.', '..', '/', '/a', 'a/', 'a//b', 'a/../b', './a', 'a\nb'])('refuses the key %j', async (key) => {
    const refusal = /storage/;
    for (const use of [storage.get, storage.find, storage.stream, storage.remove, storage.removeFolder]) {
      await expect((async () => use(key))()).rejects.toThrow(refusal);
    }
    await expect((async () => storage.put(key, Buffer.from('x')))()).rejects.toThrow(refusal);
    expect(await keysOf()).toEqual([]);
  });

  it('returns one whole file after many concurrent writes', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => String(ground.isStrict ? at % 10 : 0).repeat(100_000));
    await Promise.all(texts.map((text) => storage.put('w/one.png', Buffer.from(text))));
    expect(texts).toContain((await storage.get('w/one.png')).toString());
    expect(await keysOf()).toEqual(['w/one.png']);
  });

  it('removes a folder of many files, and nothing beside it', async () => {
    const inside = Array.from({ length: ground.many }, (_, at) => `w/r/${at % 7}/${at}.png`);
    const beside = ['w/rr', 'v/r/one', ...(ground.isStrict ? ['w/r-2/one'] : [])];
    const keys = [...inside, ...beside];
    const worker = async (): Promise<void> => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) await storage.put(key, Buffer.from('x'));
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect(await storage.list('', 2_000)).toHaveLength(inside.length + beside.length);
    await storage.removeFolder('w/r');
    expect(await keysOf()).toEqual(beside.sort());
  });

  it('lists files page by page, each once, with their age by the store’s clock', async () => {
    expect(await storage.list('', 10)).toEqual([]);
    const nested = ground.isStrict ? ['a/b-c/two', 'a-b/four'] : ['a/c/two', 'a/d/four'];
    const keys = ['a/b/one', 'a/b/x/y/three', 'b', 'c/d/five', 'z/six', ...nested];
    for (const key of keys) await storage.put(key, Buffer.from(key));
    for (const size of [1, 2, 3, 7, 100]) {
      const seen: string[] = [];
      for (let after = ''; ; ) {
        const page = await storage.list(after, size);
        seen.push(...page.map(({ key }) => key));
        after = page.at(-1)?.key ?? '';
        if (page.length < size) break;
      }
      expect(seen.toSorted()).toEqual(keys.toSorted());
    }
    // A store reports whole seconds, for the file and for its clock.
    for (const { ageSeconds } of await storage.list('', 100)) expect(ageSeconds).toBeGreaterThan(-2);
    for (const { ageSeconds } of await storage.list('', 100)) expect(ageSeconds).toBeLessThan(120);
    // The last listed file may have been deleted by now.
    const all = await storage.list('', 100);
    await storage.remove(all[2]?.key ?? '');
    expect((await storage.list(all[2]?.key ?? '', 2)).map(({ key }) => key)).toEqual(
      all.slice(3, 5).map(({ key }) => key),
    );
  });

  it('closes a file whose reader has disconnected', async () => {
    await storage.put('w/large.pdf', randomBytes(5_000_000));
    for (let reader = 0; reader < 30; reader += 1) {
      const file = await storage.stream('w/large.pdf');
      file?.content.once('data', () => file.content.destroy());
      await new Promise((gone) => file?.content.once('close', gone));
    }
    expect((await storage.get('w/large.pdf')).length).toBe(5_000_000);
  });
});
