import { inflateSync } from 'node:zlib';

/** Pixels row by row, one byte a channel: grey, grey and alpha, RGB or RGBA. */
export interface Pixels {
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
  data: Buffer;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Undoes each row's filter (PNG specification, section 9). Throws when there is no such filter. */
export function unfilter(rows: Buffer, width: number, height: number, channels: number): Buffer {
  const stride = width * channels;
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1);
    const filter = rows[from] ?? 0;
    if (filter > 4) throw new Error('This row has a filter that there is not.');
    const to = y * stride;
    if (filter === 0) {
      rows.copy(data, to, from + 1, from + 1 + stride);
      continue;
    }
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? (data[to + x - channels] ?? 0) : 0;
      const up = y > 0 ? (data[to + x - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (data[to + x - stride - channels] ?? 0) : 0;
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
      data[to + x] = (rows[from + 1 + x] ?? 0) + guess;
    }
  }
  return data;
}

/** Yields the name and the body of each chunk of a PNG. */
export function* chunksOf(png: Buffer): Generator<[name: string, body: Buffer]> {
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += 12 + length;
  }
}

/** The rows of a PNG, each with its filter first, not undone. */
function readRows(png: Buffer): Omit<Pixels, 'data'> & { rows: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const parts = [...chunksOf(png)].flatMap(([name, body]) => (name === 'IDAT' ? body : []));
  return { rows: inflateSync(Buffer.concat(parts)), width, height, channels: png[25] === 6 ? 4 : 3 };
}

/**
 * Decodes a PNG in the format that the browser writes: 8 bits per channel, not interlaced. The Action has no image
 * library.
 */
export function decodePng(png: Buffer): Pixels {
  const { rows, width, height, channels } = readRows(png);
  return { width, height, channels, data: unfilter(rows, width, height, channels) };
}

/** Returns pixels as RGBA. */
export function toRgba({ width, height, channels, data }: Pixels): Buffer {
  const rgba = Buffer.alloc(width * height * 4, 255);
  const isGrey = channels < 3;
  for (let from = 0, to = 0; from < data.length; from += channels, to += 4) {
    for (let at = 0; at < 3; at += 1) rgba[to + at] = data[isGrey ? from : from + at] ?? 0;
    if (channels % 2 === 0) rgba[to + 3] = data[from + channels - 1] ?? 0;
  }
  return rgba;
}

/** Returns whether a PNG of the browser has one colour. It filters equal rows equally, so only two are decoded. */
export function isOneColour(png: Buffer): boolean {
  const { rows, width, height, channels } = readRows(png);
  const length = width * channels + 1;
  for (let y = 2; y < height; y += 1) {
    if (rows.compare(rows, length, 2 * length, y * length, (y + 1) * length) !== 0) return false;
  }
  const data = unfilter(rows, width, Math.min(height, 2), channels);
  return data.equals(Buffer.alloc(data.length, data.subarray(0, channels)));
}
