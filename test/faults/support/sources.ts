import { createHash } from 'node:crypto';
import { base64 } from '../../support/factories.ts';
import { writePdf } from '../../support/pdf/write-pdf.ts';

/** A PDF of one page with a grey box. */
export const pdf = (): string =>
  writePdf({ pages: [{ content: '0.5 g 20 20 100 60 re f', width: 200, height: 120 }] }).toString('base64');

export const mail = (key: string): string => `<!doctype html><html lang="en"><body><h1>Dear ${key}</h1></body></html>`;

/** Half of the range of a colour's channels. */
const HALF = 0x808080;

/**
 * Returns the colour of a key in each pass. The second differs by half of the range in every channel: two colours that
 * only chance keeps apart can be so close that the comparison takes them for the same.
 */
export function coloursOf(key: string): { first: string; second: string } {
  const colour = Number.parseInt(createHash('sha256').update(key).digest('hex').slice(0, 6), 16);
  const inHex = (value: number): string => `#${value.toString(16).padStart(6, '0')}`;
  return { first: inHex(colour), second: inHex(colour ^ HALF) };
}

/** Returns an image with a list of its elements. */
export async function makeImage(key: string, pass: 'first' | 'second' = 'first') {
  return {
    image: await base64(coloursOf(key)[pass]),
    label: 'Home',
    elements: [
      { box: { x: 2, y: 2, width: 50, height: 30 }, text: `Button ${key}${pass === 'first' ? '' : ' again'}` },
    ],
  };
}
