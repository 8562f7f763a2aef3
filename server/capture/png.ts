import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, deflate, inflateSync } from 'node:zlib';
import { chunksOf, type Pixels, toRgba, unfilter } from './png-pixels.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const channelsOf: Record<number, Pixels['channels']> = { 0: 1, 4: 2, 2: 3, 6: 4 };
const colourOf: Record<Pixels['channels'], number> = { 1: 0, 2: 4, 3: 2, 4: 6 };
const maxPixels = 40_000_000;

/** Reads a plain PNG; null for anything else: other depths, palettes, interlacing, colour profiles, damage. */
export function readPng(file: Buffer): Pixels | null {
  if (!file.subarray(0, 8).equals(signature)) return null;
  const parts: Buffer[] = [];
  let header: Buffer | null = null;
  for (const [name, body] of chunksOf(file)) {
    if (name === 'IHDR' && body.length === 13) header = body;
    else if (name === 'IDAT') parts.push(body);
    else if (/^(iCCP|tRNS|cHRM|gAMA|eXIf|acTL)$/.test(name)) return null;
    if (name === 'IEND') break;
  }
  if (header === null) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = channelsOf[header[9] ?? -1];
  const plain = header[8] === 8 && header[10] === 0 && header[11] === 0 && header[12] === 0;
  if (!plain || channels === undefined || width * height > maxPixels || width * height === 0) return null;
  const size = (width * channels + 1) * height;
  try {
    const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: size });
    return rows.length === size ? { width, height, channels, data: unfilter(rows, width, height, channels) } : null;
  } catch {
    return null;
  }
}

const deflated = promisify<Buffer, { level: number }, Buffer>(deflate);

/** Encodes pixels as a small PNG: no filters, which suits screenshots, and thorough compression. */
export async function writePng({ width, height, channels, data }: Pixels): Promise<Buffer> {
  const stride = width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) data.copy(rows, y * (stride + 1) + 1, y * stride, (y + 1) * stride);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourOf[channels], 0, 0, 0], 8);
  const body = await deflated(rows, { level: 6 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/**
 * Returns what the service calls an image's `sha256`: the hash of its size and its pixels as RGBA, however the file is
 * encoded.
 */
export const pixelHash = (pixels: Pixels): string =>
  createHash('sha256').update(`${pixels.width}x${pixels.height}:`).update(toRgba(pixels)).digest('hex');
