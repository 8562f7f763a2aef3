import { deflateSync, inflateSync } from 'node:zlib';
import { type Broken, spoil } from './any-file.ts';
import { type Chunk, chunkBytes, chunksOf, type Header, headerChunk, headerOf, pngOf } from './png-parts.ts';

/** Leaves out, doubles and moves each chunk, and gives it wrong lengths and checksums. */
function chunkMutations(name: string, chunks: readonly Chunk[]): Broken[] {
  const broken: Broken[] = [];
  const add = (what: string, parts: readonly (Chunk | Buffer)[]): void => {
    broken.push({ name: `${name}: ${what}`, bytes: pngOf(parts) });
  };
  for (const [at, chunk] of chunks.entries()) {
    const [before, after] = [chunks.slice(0, at), chunks.slice(at + 1)];
    const what = `${chunk.type} (${at})`;
    add(`without ${what}`, [...before, ...after]);
    add(`${what} twice`, [...before, chunk, chunk, ...after]);
    add(`${what} first`, [chunk, ...before, ...after]);
    add(`${what} last`, [...before, ...after, chunk]);
    add(`${what} empty`, [...before, { ...chunk, data: Buffer.alloc(0) }, ...after]);
    add(`${what} by another name`, [...before, { ...chunk, type: 'ABCD' }, ...after]);
    add(`${what} with a wrong sum`, [...before, chunkBytes(chunk, { sum: 0x12345678 }), ...after]);
    for (const length of [chunk.data.length - 1, chunk.data.length + 1, 0x7fffffff, 0xffffffff]) {
      add(`${what} saying ${length >>> 0} bytes`, [...before, chunkBytes(chunk, { length }), ...after]);
    }
  }
  return broken;
}

/** Files with correct checksums in which only the header is wrong. */
function headerMutations(name: string, chunks: readonly Chunk[]): Broken[] {
  const header = headerOf(chunks);
  const [huge, largest] = [100_000, 0x7fffffff];
  const sizes = [
    [0, 0],
    [0, header.height],
    [header.width, 0],
    [1, 1],
    [header.width + 1, header.height],
    [header.width, header.height + 1],
    [header.width - 1, header.height],
    [header.width, header.height - 1],
    [header.height, header.width],
    [6_000, 6_000],
    [huge, huge],
    [largest, 1],
    [1, largest],
    [0xffffffff, 0xffffffff],
  ].map(([width = 0, height = 0]): Partial<Header> => ({ width, height }));
  const kinds = [0, 1, 2, 3, 4, 5, 6, 7, 255].flatMap((colour) =>
    [0, 1, 3, 4, 8, 16, 32].map((depth): Partial<Header> => ({ colour, depth })),
  );
  const methods = [1, 2, 255].flatMap((value): Partial<Header>[] => [
    { compression: value },
    { filter: value },
    { interlace: value },
  ]);
  return [...sizes, ...kinds, ...methods].map((change) => ({
    name: `${name}: header says ${JSON.stringify(change)}`,
    bytes: pngOf([headerChunk({ ...header, ...change }), ...chunks.slice(1)]),
  }));
}

/** Files with damage in the compressed rows. */
function dataMutations(name: string, chunks: readonly Chunk[]): Broken[] {
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  const rows = inflateSync(data);
  const wrongSum = Buffer.from(data);
  wrongSum.writeUInt32BE(0x01020304, data.length - 4);
  const streams: [string, Buffer[]][] = [
    ['no bytes', [Buffer.alloc(0)]],
    ['a wrong sum of the rows', [wrongSum]],
    ['half the rows', [deflateSync(rows.subarray(0, rows.length / 2))]],
    ['one byte of rows too few', [deflateSync(rows.subarray(0, -1))]],
    ['rows beyond the last', [deflateSync(Buffer.concat([rows, rows]))]],
    ['a bomb of 50 MB', [deflateSync(Buffer.alloc(50_000_000))]],
    ['half a stream', [data.subarray(0, data.length / 2)]],
    ['no stream at all', [Buffer.from('these are no compressed rows')]],
    ['a stream with a dictionary', [Buffer.concat([Buffer.from([0x78, 0xbb, 1, 2, 3, 4]), data.subarray(2)])]],
    ['filters nobody knows', [deflateSync(Buffer.from(rows).fill(9))]],
    ['one byte a chunk', [...data].map((byte) => Buffer.of(byte))],
    ['a thousand empty chunks', [...Array.from({ length: 1_000 }, () => Buffer.alloc(0)), data]],
    ['a second stream', [data, data]],
  ];
  return streams.map(([what, parts]) => {
    const kept = chunks.filter(({ type }) => type !== 'IDAT' && type !== 'IEND');
    const pixels = parts.map((part) => ({ type: 'IDAT', data: part }));
    return { name: `${name}: ${what}`, bytes: pngOf([...kept, ...pixels, { type: 'IEND', data: Buffer.alloc(0) }]) };
  });
}

/** Optional chunks on which a decoder may fail. */
function guestMutations(name: string, chunks: readonly Chunk[]): Broken[] {
  const text = (bytes: Buffer): Chunk => ({
    type: 'zTXt',
    data: Buffer.concat([Buffer.from('a\0\0', 'latin1'), bytes]),
  });
  const guests: Chunk[] = [
    text(deflateSync(Buffer.alloc(80_000_000))),
    text(Buffer.from('not compressed')),
    { type: 'iCCP', data: Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(Buffer.alloc(60_000_000))]) },
    { type: 'iCCP', data: Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(Buffer.from('no profile'))]) },
    { type: 'PLTE', data: Buffer.alloc(7) },
    { type: 'PLTE', data: Buffer.alloc(3 * 300) },
    { type: 'tRNS', data: Buffer.alloc(1_000) },
    { type: 'gAMA', data: Buffer.alloc(4) },
    { type: 'cHRM', data: Buffer.alloc(32, 255) },
    { type: 'eXIf', data: Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1') },
    { type: 'acTL', data: Buffer.alloc(8, 255) },
    { type: 'fdAT', data: Buffer.alloc(64, 1) },
    { type: 'sPLT', data: Buffer.alloc(0) },
  ];
  return guests.map((guest, at) => {
    const [header, ...rest] = chunks;
    return { name: `${name}: with ${guest.type} (${at})`, bytes: pngOf([...(header ? [header] : []), guest, ...rest]) };
  });
}

export function brokenPngs(kinds: Record<string, Buffer>): Broken[] {
  return Object.entries(kinds).flatMap(([kind, whole]) => {
    const name = `PNG ${kind}`;
    const chunks = chunksOf(whole);
    const each = [...chunkMutations(name, chunks), ...dataMutations(name, chunks), ...spoil(name, whole)];
    return kind === 'rgb' || kind === 'palette'
      ? [...each, ...headerMutations(name, chunks), ...guestMutations(name, chunks)]
      : each;
  });
}
