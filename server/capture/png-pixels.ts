import { inflateSync } from 'node:zlib';

/** Pixels row by row, `channels` bytes each. */
export interface Pixels {
  width: number;
  height: number;
  channels: number;
  data: Buffer;
}

function predict(type: number, left: number, up: number, upLeft: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const [a, b, c] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}

/**
 * Decodes a PNG in the format that the browser writes: 8 bits per channel, not interlaced. The Action has no image
 * library.
 */
export function decodePng(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const type = raw[y * (stride + 1)] ?? 0;
    const [from, to] = [y * (stride + 1) + 1, y * stride];
    if (type === 0) raw.copy(data, to, from, from + stride);
    else {
      for (let x = 0; x < stride; x += 1) {
        const left = x >= channels ? (data[to + x - channels] ?? 0) : 0;
        const up = y > 0 ? (data[to - stride + x] ?? 0) : 0;
        const upLeft = x >= channels && y > 0 ? (data[to - stride + x - channels] ?? 0) : 0;
        data[to + x] = ((raw[from + x] ?? 0) + predict(type, left, up, upLeft)) & 255;
      }
    }
  }
  return { width, height, channels, data };
}
