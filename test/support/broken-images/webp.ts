import { type Broken, spoil } from './any-file.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

const HEADER = 12;

function chunksOf(webp: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = HEADER; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    chunks.push({ type: webp.toString('latin1', at, at + 4), data: webp.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function chunkBytes({ type, data }: Chunk, says = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(says >>> 0, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function webpOf(chunks: readonly (Chunk | Buffer)[], says?: number): Buffer {
  const body = Buffer.concat(chunks.map((part) => (Buffer.isBuffer(part) ? part : chunkBytes(part))));
  const head = Buffer.alloc(HEADER);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE((says ?? body.length + 4) >>> 0, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
}

function chunkMutations(name: string, chunks: readonly Chunk[]): Broken[] {
  const broken: Broken[] = [];
  const add = (what: string, parts: readonly (Chunk | Buffer)[]): void => {
    broken.push({ name: `${name}: ${what}`, bytes: webpOf(parts) });
  };
  for (const [at, chunk] of chunks.entries()) {
    const [before, after] = [chunks.slice(0, at), chunks.slice(at + 1)];
    const what = `${chunk.type.trim()} (${at})`;
    add(`without ${what}`, [...before, ...after]);
    add(`${what} twice`, [...before, chunk, chunk, ...after]);
    add(`${what} first`, [chunk, ...before, ...after]);
    add(`${what} last`, [...before, ...after, chunk]);
    add(`${what} empty`, [...before, { ...chunk, data: Buffer.alloc(0) }, ...after]);
    for (const type of ['VP8 ', 'VP8L', 'VP8X', 'ANMF', 'ALPH', 'ABCD']) {
      if (type !== chunk.type) add(`${what} as ${type.trim()}`, [...before, { ...chunk, type }, ...after]);
    }
    for (const length of [chunk.data.length - 2, chunk.data.length + 2, 0xfffffffe]) {
      add(`${what} saying ${length >>> 0} bytes`, [...before, chunkBytes(chunk, length), ...after]);
    }
    add(`${what} holding a whole file`, [...before, { ...chunk, data: webpOf(chunks) }, ...after]);
  }
  return broken;
}

/** Files with a wrong extended header: flags, and a canvas of 24 bits a side. */
function canvas(flags: number, width: number, height: number): Chunk {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return { type: 'VP8X', data };
}

function headerLies(name: string, chunks: readonly Chunk[]): Broken[] {
  const pixels = chunks.filter(({ type }) => type !== 'VP8X');
  const whole = webpOf(chunks);
  const claims: [string, Buffer][] = [
    ...[0, 4, whole.length - 9, whole.length - 7, whole.length * 2, 0xffffffff].map((says): [string, Buffer] => [
      `a file of ${says} bytes`,
      webpOf(chunks, says),
    ]),
    ...[0x00, 0x02, 0x10, 0x20, 0x2c, 0xff].map((flags): [string, Buffer] => [
      `flags ${flags.toString(16)}`,
      webpOf([canvas(flags, 40, 32), ...pixels]),
    ]),
    ...[1, 41, 4_000, 16_384, 16_777_216].map((side): [string, Buffer] => [
      `a canvas of ${side}`,
      webpOf([canvas(0, side, side), ...pixels]),
    ]),
    ['an animation of 16 million a side', webpOf([canvas(2, 16_777_216, 16_777_216), ...pixels])],
    ['a canvas alone', webpOf([canvas(0, 40, 32)])],
    ['nothing', webpOf([])],
  ];
  return claims.map(([what, bytes]) => ({ name: `${name}: ${what}`, bytes }));
}

/** Files with a wrong size inside the image's own stream. */
function streamLies(name: string, chunks: readonly Chunk[]): Broken[] {
  return chunks.flatMap((chunk, at) => {
    const place = { 'VP8 ': 6, VP8L: 1 }[chunk.type];
    if (place === undefined) return [];
    return [0, 1, 0x3fff, 0x7fff, 0xffff].map((word) => {
      const data = Buffer.from(chunk.data);
      data.writeUInt16LE(word, place);
      data.writeUInt16LE(word, place + 2);
      return {
        name: `${name}: size words ${word} in ${chunk.type.trim()}`,
        bytes: webpOf(chunks.with(at, { ...chunk, data })),
      };
    });
  });
}

export function brokenWebps(kinds: Record<string, Buffer>): Broken[] {
  return Object.entries(kinds).flatMap(([kind, whole]) => {
    const name = `WebP ${kind}`;
    const chunks = chunksOf(whole);
    return [chunkMutations, headerLies, streamLies]
      .flatMap((mutate) => mutate(name, chunks))
      .concat(spoil(name, whole));
  });
}
