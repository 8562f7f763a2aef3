import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';

const SIGNATURE = 8;
const LENGTH_AND_TYPE = 8;
const CRC = 4;

/** The chunks that define the pixels. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Chunks that do not affect the look: times, texts, print sizes, and the statement that colours are sRGB. */
const dropped = new Set(['sRGB', 'pHYs', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'bKGD', 'hIST', 'sBIT', 'sPLT']);
/** Samples per pixel by colour type. */
const samples = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

interface Parts {
  chunks: Buffer[];
  data: Buffer[];
}

function readChunks(bytes: Buffer): Parts | null {
  const parts: Parts = { chunks: [bytes.subarray(0, SIGNATURE)], data: [] };
  for (let at = SIGNATURE; at + LENGTH_AND_TYPE + CRC <= bytes.length; ) {
    const end = at + LENGTH_AND_TYPE + bytes.readUInt32BE(at);
    if (end + CRC > bytes.length) return null;
    const type = bytes.subarray(at + 4, at + 8).toString('latin1');
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    if (kept.has(type)) parts.chunks.push(bytes.subarray(at, end + CRC));
    else if (!dropped.has(type)) return null;
    if (type === 'IDAT') parts.data.push(bytes.subarray(at + LENGTH_AND_TYPE, end));
    if (type === 'IEND') return parts;
    at = end + CRC;
  }
  return null;
}

/** Returns the size of the decompressed rows in bytes; null for rare kinds: 16 bits per sample, interlaced. */
function sizeOfRows(bytes: Buffer): number | null {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth = 0, colour = 0, , , interlaced] = bytes.subarray(24, 29);
  const perPixel = samples.get(colour);
  if (perPixel === undefined || depth > 8 || interlaced !== 0) return null;
  return height * (1 + Math.ceil((width * depth * perPixel) / 8));
}

const inflateAll = promisify(
  (data: Buffer, most: number, done: (error: Error | null, sizes: { read: number; rows: number } | null) => void) => {
    // In one chunk, because the usual 16 KB chunks take five times as long.
    inflate(data, { maxOutputLength: most, chunkSize: Math.max(most, 64), info: true }, (error, result) => {
      // With `info` the result is an object, which its type does not say.
      const { buffer, engine } = (result ?? {}) as unknown as { buffer?: Buffer; engine?: { bytesWritten: number } };
      done(error, buffer === undefined ? null : { read: engine?.bytesWritten ?? 0, rows: buffer.length });
    });
  },
);

/**
 * Returns the same PNG with nothing but its pixels. Does not encode them again, which would cost more than everything
 * else done with an image. Null when that is impossible: the file has chunks that affect the look, or extra data.
 * Expects a file that a decoder accepted.
 */
export async function stripPng(bytes: Buffer): Promise<Buffer | null> {
  const parts = bytes.length < 33 ? null : readChunks(bytes);
  const size = parts === null ? null : sizeOfRows(bytes);
  if (parts === null || size === null) return null;
  const data = Buffer.concat(parts.data);
  const sizes = await inflateAll(data, size).catch(() => null);
  return sizes?.read === data.length && sizes.rows === size ? Buffer.concat(parts.chunks) : null;
}
