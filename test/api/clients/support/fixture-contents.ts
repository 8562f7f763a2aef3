import { deflateSync } from 'node:zlib';
import { headerChunk, pngOf } from '../../../support/broken-images/png-parts.ts';

/** One red pixel as a PNG, in base64. */
export function pixel(): string {
  const header = headerChunk({ width: 1, height: 1, depth: 8, colour: 2, compression: 0, filter: 0, interlace: 0 });
  const data = deflateSync(Buffer.from([0, 255, 0, 0]));
  return pngOf([header, { type: 'IDAT', data }, { type: 'IEND', data: Buffer.alloc(0) }]).toString('base64');
}

/** A hundredth of a second of silence as a WAV, in base64. */
export function silence(): string {
  const samples = Buffer.alloc(80, 0x80);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  // Uncompressed, one channel, 8,000 samples a second of one byte each.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]).toString('base64');
}

export const text = (words: string) => ({ type: 'text' as const, text: words });
export const image = () => ({ type: 'image' as const, data: pixel(), mimeType: 'image/png' });
export const audio = () => ({ type: 'audio' as const, data: silence(), mimeType: 'audio/wav' });

/** A resource inside a message, as text. */
export const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});
