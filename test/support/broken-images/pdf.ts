import { deflateSync } from 'node:zlib';
import { type Broken, spoil } from './any-file.ts';

/** The bytes between `obj` and `endobj`, by number starting at 1. */
type Objects = readonly Buffer[];

function streamObject(content: Buffer, more = ''): Buffer {
  const head = Buffer.from(`<< /Length ${content.length} ${more}>>\nstream\n`);
  return Buffer.concat([head, content, Buffer.from('\nendstream')]);
}

const words = Buffer.from('BT /F1 24 Tf 40 120 Td (A page of words) Tj ET\n0.2 0.4 0.8 rg 40 40 120 50 re f\n');

const whole: Objects = [
  Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
  Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
  Buffer.from(
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  ),
  streamObject(words),
  Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
];

interface Lies {
  /** Added to each offset in the cross-reference table */
  shift?: number;
  start?: number;
  trailer?: string;
}

function pdfOf(objects: Objects, { shift = 0, start, trailer = '' }: Lies = {}): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const places = objects.map((object, at) => {
    const place = length;
    const bytes = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(bytes);
    length += bytes.length;
    return `${String(Math.max(0, place + shift)).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${start ?? length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}

export const goodPdf = (): Buffer => pdfOf(whole);

function withObject(number: number, object: string | Buffer): Buffer {
  return pdfOf(whole.with(number - 1, Buffer.from(object)));
}

function structures(): [string, Buffer][] {
  const page = (entries: string): Buffer => withObject(3, `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${entries} >>`);
  const box = (size: string): [string, Buffer] => [`a page of ${size}`, page(`/MediaBox ${size}`)];
  const content = (what: string, bytes: Buffer, more = ''): [string, Buffer] => [
    what,
    withObject(4, streamObject(bytes, more)),
  ];
  const losses = whole.flatMap((object, at): [string, Buffer][] => [
    [`object ${at + 1} null`, withObject(at + 1, 'null')],
    [`object ${at + 1} twice`, pdfOf([...whole, object])],
    [`object ${at + 1} itself`, withObject(at + 1, `${at + 1} 0 R`)],
    [`object ${at + 1} unfinished`, withObject(at + 1, object.subarray(0, object.length / 2))],
  ]);
  const bomb = deflateSync(deflateSync(Buffer.alloc(30_000_000, '0 0 m ')));
  return [
    ...losses,
    ...['[0 0 0 0]', '[0 0 1e9 1e9]', '[0 0 -5 -5]', '[0 0 320]', '[(a) (b) (c) (d)]', '[0 0 0.001 99999]', 'null'].map(
      box,
    ),
    ...[-1, 0, 7, 2_000_000_000].map((count): [string, Buffer] => [
      `${count} pages said`,
      withObject(2, `<< /Type /Pages /Kids [3 0 R] /Count ${count} >>`),
    ]),
    ['a page that holds its parent', withObject(2, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>')],
    ['no pages', withObject(2, '<< /Type /Pages /Kids [] /Count 0 >>')],
    ['pages that are not there', withObject(2, '<< /Type /Pages /Kids [77 0 R 78 0 R] /Count 2 >>')],
    content('words nobody knows', Buffer.from('a b c d e f g\n'.repeat(2_000))),
    content('states without end', Buffer.from('q '.repeat(100_000))),
    content('arrays without end', Buffer.from('['.repeat(100_000))),
    content('an unknown filter', words, '/Filter /NoSuchDecode '),
    content('no compressed bytes', words, '/Filter /FlateDecode '),
    content('a bomb', bomb, '/Filter [/FlateDecode /FlateDecode] '),
    ['places off by 3', pdfOf(whole, { shift: 3 })],
    ['places off by a million', pdfOf(whole, { shift: 1_000_000 })],
    ['a table at 0', pdfOf(whole, { start: 0 })],
    ['a table beyond the end', pdfOf(whole, { start: 9_999_999 })],
    ['encrypted by nobody knows what', pdfOf(whole, { trailer: '/Encrypt << /Filter /NoSuch /V 9 >> ' })],
    ['encrypted without a key', pdfOf(whole, { trailer: '/Encrypt 99 0 R ' })],
    ['an older table that is this one', pdfOf(whole, { trailer: '/Prev 400 ' })],
    ['a header alone', Buffer.from('%PDF-1.7\n')],
    ['an image instead', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a page of HTML instead', Buffer.from('<!doctype html><p>Sign in')],
  ];
}

/** A small PDF of one page, made damaged, inconsistent or hostile in many ways. */
export function brokenPdfs(): Broken[] {
  const named = structures().map(([what, bytes]) => ({ name: `PDF: ${what}`, bytes }));
  return [...named, ...spoil('PDF', goodPdf())];
}
