import { PdfRefused } from './pdf-refused.ts';

/** The number of bytes in which PDFium searches for the header. */
const HEADER_WITHIN = 1024;

/** Names of other formats by their first bytes, for the message of the refusal. */
const binary: readonly [string, string][] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['\xd0\xcf\x11\xe0', 'an old Word, PowerPoint or Excel file'],
  ['\x1f\x8b', 'a gzip file'],
  ['%!PS', 'PostScript'],
  ['{\\rtf', 'an RTF file'],
];

const shaped: readonly [RegExp, string][] = [
  [/^RIFF....WEBP/s, 'a WebP image'],
  [/^....ftyp(heic|heix|hevc|mif1|msf1|avi[fs])/s, 'a HEIC or AVIF image'],
  [/^PK[\s\S]*(word|ppt|xl)\//, 'a Word, PowerPoint or Excel file'],
  [/^PK/, 'a zip file'],
  [/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg/i, 'an SVG'],
  [/^\s*<(!doctype html|html|head|body)/i, 'an HTML page'],
  [/^\s*<\?xml/i, 'XML'],
  [/^\s*[{[]/, 'JSON'],
];

function nameOf(start: string): string | undefined {
  const found = binary.find(([begin]) => start.startsWith(begin)) ?? shaped.find(([pattern]) => pattern.test(start));
  return found?.[1];
}

/** Checks that the bytes look like a PDF. @throws PdfRefused that names what they are instead */
export function requirePdf(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new PdfRefused('empty', 'The PDF is empty.');
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  if (start.slice(0, HEADER_WITHIN + 5).includes('%PDF-')) return;
  const what = nameOf(start.replace(/^\xef\xbb\xbf/, ''));
  throw new PdfRefused(
    'format',
    what === undefined ? 'This is not a PDF. Send a PDF.' : `This is ${what}, not a PDF. Send a PDF.`,
  );
}
