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
  const body = (head: unknown, more = 0, length?: number): Buffer => {
    const text = Buffer.from(typeof head === 'string' ? head : JSON.stringify(head));
    const start = Buffer.alloc(4);
    start.writeUInt32LE(length ?? text.length);
    return Buffer.concat([Buffer.of(3), deflateRawSync(Buffer.concat([start, text, Buffer.alloc(more)]))]);
  };
  const head = { width: 320, height: 160, cell: 16, columns: 20, rows: [], isStill: false };
  expect(decodeChangeMap(body(head, 400)).columns).toBe(20);
  const bad = [
    Buffer.alloc(0),
    Buffer.of(3),
    Buffer.from('hello'),
    Buffer.concat([Buffer.of(2), good.subarray(1)]),
    body('{'),
    body(null),
    body({ ...head, rows: 5 }, 400),
    body({ ...head, cell: 0 }, 400),
    body({ ...head, columns: 21 }, 420),
    body({ ...head, isStill: true }, 400),
    body(head, 400, 4_000_000_000),
    body({ ...head, width: 4_294_967_295, height: 4_294_967_295, cell: 1, columns: 4_294_967_295 }),
    body(head, 40_000_000),
    ...Array.from({ length: good.length - 2 }, (_, at) => good.subarray(0, at + 1)),
  ];
  for (const bytes of bad) expect(() => decodeChangeMap(bytes)).toThrow(/^This is no change map/);
});
