import { setImmediate as soon } from 'node:timers/promises';
import type { Pixels } from '../../checklist/index.ts';
import { decoder, refusing } from './decode.ts';

export type { Pixels };

/** Puts the colours on white. Keeps the alpha, by which white on a transparent ground differs from the ground. */
function layOnWhite(words: Uint32Array): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    const alpha = word >>> 24;
    if (alpha === 255) continue;
    const light = (shift: number) => Math.round((((word >>> shift) & 255) * alpha) / 255 + 255 - alpha) << shift;
    words[at] = ((alpha << 24) | light(16) | light(8) | light(0)) >>> 0;
  }
}

/**
 * Decodes an image on a white background: opaque, or with its alpha for a comparison. @throws ImageRefused
 */
export const pixelsOf = refusing(async (bytes: Uint8Array, { keepsAlpha = false } = {}): Promise<Pixels> => {
  const { hasAlpha } = await decoder(bytes).metadata();
  const image = decoder(bytes).toColourspace('srgb');
  const { data, info } = await (hasAlpha && !keepsAlpha ? image.flatten({ background: '#ffffff' }) : image)
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const aligned = data.byteOffset % 4 === 0 ? data : Buffer.from(new Uint8Array(data).buffer);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  if (hasAlpha && keepsAlpha) layOnWhite(words);
  return { words, width: info.width, height: info.height };
});

/** Decodes two images for a comparison. @throws ImageRefused */
export const pairOf = (before: Uint8Array, after: Uint8Array): Promise<[Pixels, Pixels]> =>
  Promise.all([pixelsOf(before, { keepsAlpha: true }), pixelsOf(after, { keepsAlpha: true })]);

/** Returns the image's memory, row by row, for comparing many pixels at once. */
export function bytesOf({ words }: Pixels): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}

/** In steps of 255 per channel. Encoders and font smoothing change single steps; design changes are larger. */
const tolerance = 6;

export function differs(a: number, b: number, most = tolerance): boolean {
  return (
    Math.abs((a & 255) - (b & 255)) > most ||
    Math.abs(((a >>> 8) & 255) - ((b >>> 8) & 255)) > most ||
    Math.abs(((a >>> 16) & 255) - ((b >>> 16) & 255)) > most ||
    Math.abs((a >>> 24) - (b >>> 24)) > most
  );
}

/** Pixels that are processed before other tasks get a turn: about ten milliseconds. */
const turn = 2_000_000;
/** The least cost of a row, in pixels. */
const leastWidth = 200;

/** Runs `work` for the rows `from` up to but excluding `to`, and pauses between turns for other tasks. */
export async function inTurns(
  from: number,
  to: number,
  width: number,
  work: (from: number, to: number) => void,
): Promise<void> {
  const rows = Math.max(1, Math.floor(turn / Math.max(width, leastWidth)));
  for (let at = from; at < to; at += rows) {
    if (at > from) await soon();
    work(at, Math.min(to, at + rows));
  }
}
