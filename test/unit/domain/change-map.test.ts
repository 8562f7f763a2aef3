import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ChangeMap } from '../../../server/domain/port-types.ts';
import { decodeChangeMap, encodeChangeMap } from '../../../server/domain/shot/change-map.ts';

function mapOf(width: number, height: number, count: (at: number) => number, rows: ChangeMap['rows'] = []): ChangeMap {
  const columns = Math.ceil(width / 16);
  const cells = Uint16Array.from({ length: columns * Math.ceil(height / 16) }, (_, at) => count(at));
  return { width, height, cell: 16, columns, cells, rows };
}

test.each<[string, ChangeMap]>([
  ['one pixel', mapOf(1, 1, () => 1, [{ from: 0, to: 0, length: 1 }])],
  ['nothing changed', mapOf(1440, 4000, () => 0)],
  ['all changed', mapOf(1440, 4000, () => 256)],
  [
    'odd sizes and runs',
    mapOf(1001, 333, (at) => (at * 7919) % 257, [
      { from: 0, to: 0, length: 100 },
      { from: 100, to: 300, length: 33 },
    ]),
  ],
])('%s survives encoding and decoding', (_, map) => {
  expect(decodeChangeMap(encodeChangeMap(map))).toEqual(map);
});

test('a page’s change map is at most a few kilobytes', () => {
  const scattered = mapOf(1440, 4000, (at) => (at % 9 === 0 ? (at * 7919) % 257 : 0));
  expect(encodeChangeMap(scattered).length).toBeLessThan(10_000);
});

test('refuses other bytes: cut off, of another version, with a false size, or a decompression bomb', () => {
  const good = encodeChangeMap(mapOf(320, 160, (at) => at % 200, [{ from: 0, to: 3, length: 9 }]));
  const body = (words: number[], more = 0): Buffer => {
    const bytes = Buffer.alloc(words.length * 4 + more);
    for (const [at, word] of words.entries()) bytes.writeUInt32LE(word, at * 4);
    return Buffer.concat([Buffer.of(1), deflateRawSync(bytes)]);
  };
  const bad = [
    Buffer.alloc(0),
    Buffer.of(1),
    Buffer.from('hello'),
    Buffer.concat([Buffer.of(2), good.subarray(1)]),
    body([320, 160, 16, 20]),
    body([320, 160, 0, 20, 0]),
    body([320, 160, 16, 21, 0], 21 * 10 * 2),
    body([320, 160, 16, 20, 1], 20 * 10 * 2),
    body([320, 160, 16, 20, 4_000_000_000], 400),
    body([4_294_967_295, 4_294_967_295, 1, 4_294_967_295, 0]),
    body([320, 160, 16, 20, 0], 40_000_000),
    ...Array.from({ length: good.length - 2 }, (_, at) => good.subarray(0, at + 1)),
  ];
  for (const bytes of bad) expect(() => decodeChangeMap(bytes)).toThrow(/^This is no change map/);
});
