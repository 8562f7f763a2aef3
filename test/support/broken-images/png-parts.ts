import { crc32 } from 'node:zlib';

export interface Chunk {
  type: string;
  data: Buffer;
}

const SIGNATURE = 8;

export function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** Returns one chunk's bytes; `lies` replaces parts of its header or checksum. */
export function chunkBytes({ type, data }: Chunk, lies: { length?: number; sum?: number } = {}): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE((lies.length ?? data.length) >>> 0, 0);
  ends.writeUInt32BE((lies.sum ?? crc32(body)) >>> 0, 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

export function pngOf(chunks: readonly (Chunk | Buffer)[]): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...chunks.map((part) => (Buffer.isBuffer(part) ? part : chunkBytes(part)))]);
}

export interface Header {
  width: number;
  height: number;
  depth: number;
  colour: number;
  compression: number;
  filter: number;
  interlace: number;
}

export function headerChunk(header: Header): Chunk {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(header.width >>> 0, 0);
  data.writeUInt32BE(header.height >>> 0, 4);
  data.set([header.depth, header.colour, header.compression, header.filter, header.interlace], 8);
  return { type: 'IHDR', data };
}

export function headerOf([header]: readonly Chunk[]): Header {
  const data = header?.data ?? Buffer.alloc(13);
  const [depth = 0, colour = 0, compression = 0, filter = 0, interlace = 0] = data.subarray(8);
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth, colour, compression, filter, interlace };
}
