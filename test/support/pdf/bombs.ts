import { deflateSync } from 'node:zlib';
import type { Broken } from './mutations.ts';
import { objectsOf, type PagePlan, type PdfObject, writeObjects, writePdf } from './write-pdf.ts';

const image = (dict: string, stream: Buffer | string): PdfObject => ({
  dict: `/Type /XObject /Subtype /Image ${dict}`,
  stream,
});
const form = (content: string, resources: string): PdfObject => ({
  dict: `/Type /XObject /Subtype /Form /BBox [0 0 900 900] /Resources << ${resources} >>`,
  stream: content,
});
const page = (content: string, resources = '', more = ''): PagePlan => ({ content, resources, more });
const drawn = (others: PdfObject[], entry = '/XObject << /X 100 0 R >>'): Buffer =>
  writePdf({ pages: [page('q 900 0 0 500 0 0 cm /X Do Q', entry)], others });

function withObjects(change: (objects: Map<number, PdfObject>) => void, trailer = ''): Buffer {
  const objects = objectsOf({ pages: [page('0 0 50 50 re f')] });
  change(objects);
  return writeObjects(objects, trailer);
}

const vast = (filter: string, stream: Buffer | string, more = ''): Buffer =>
  drawn([
    image(`/Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter ${filter} ${more}`, stream),
  ]);

/** Returns a stream that expands to 200 million bytes, compressed twice. */
const swelling = (): Buffer => deflateSync(deflateSync(Buffer.alloc(200_000_000)));

function chain(length: number, link: (number: number) => string, last: string): PdfObject[] {
  return Array.from({ length }, (_, index) => (index === length - 1 ? last : link(101 + index)));
}

/** Half a million objects without a cross-reference table: a reader must scan them all first. */
export const unsorted = (): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${Array.from({ length: 500_000 }, (_, at) => `${at + 1} 0 obj\n<< /A ${at} >>\nendobj\n`).join('')}`,
  );

/** A page tree in which each branch refers to the next one ten times, so that it cannot be counted to the end. */
const countless = (): Buffer =>
  writeObjects(
    new Map<number, PdfObject>([
      [1, '<< /Type /Catalog /Pages 100 0 R >>'],
      ...Array.from({ length: 14 }, (_, at): [number, PdfObject] => [
        100 + at,
        `<< /Type /Pages /Kids [${`${101 + at} 0 R `.repeat(10)}] >>`,
      ]),
      [114, '<< /Type /Page /MediaBox [0 0 9 9] >>'],
    ]),
  );

/** Files that are valid enough to be processed, and made to use up time or memory. */
export function bombs(): Broken[] {
  const twice = (depth: number): PdfObject[] =>
    Array.from({ length: depth }, (_, index) => form('/X Do '.repeat(10), `/XObject << /X ${101 + index} 0 R >>`));
  const shading = '/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Function 101 0 R';
  const made: [string, () => Buffer][] = [
    ['a form that draws itself', () => drawn([form('/X Do', '/XObject << /X 100 0 R >>')])],
    [
      'two forms that draw each other',
      () => drawn([form('/X Do', '/XObject << /X 101 0 R >>'), form('/X Do', '/XObject << /X 100 0 R >>')]),
    ],
    ['forms that each draw the next ten times, nine deep', () => drawn([...twice(9), form('0 0 9 9 re f', '')])],
    ['forms that each draw the next ten times, thirty deep', () => drawn([...twice(30), form('0 0 9 9 re f', '')])],
    [
      'a stream that swells',
      () =>
        drawn([
          image(
            '/Width 10000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]',
            swelling(),
          ),
        ]),
    ],
    [
      'contents that swell',
      () =>
        withObjects((objects) => objects.set(11, { dict: '/Filter [/FlateDecode /FlateDecode]', stream: swelling() })),
    ],
    ['contents that are 50 MB of operators', () => writePdf({ pages: [page('0 0 5 5 re f\n'.repeat(4_000_000))] })],
    ['a vast image, flate', () => vast('/FlateDecode', deflateSync(Buffer.alloc(1000)))],
    [
      'a vast image, JPEG',
      () => vast('/DCTDecode', Buffer.from('ffd8ffc0001108ea60ea6003012200021101031101ffd9', 'hex')),
    ],
    [
      'a vast image, JPEG 2000',
      () =>
        vast(
          '/JPXDecode',
          Buffer.from(
            'ff4fff51002f0000ffffffffffffffff0000000000000000ffffffffffffffff00000000000000000003070101070101070101',
            'hex',
          ),
        ),
    ],
    [
      'a vast image, JBIG2',
      () => vast('/JBIG2Decode', Buffer.from('000000003000010000001300ffffff00ffffff000000000000000000', 'hex')),
    ],
    [
      'a vast image, fax',
      () => vast('/CCITTFaxDecode', Buffer.alloc(4000, 0x55), '/DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>'),
    ],
    ['a vast image, run lengths', () => vast('/RunLengthDecode', Buffer.alloc(200_000, 0x81))],
    [
      'an image whose mask is itself',
      () =>
        drawn([
          image('/Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 100 0 R', Buffer.alloc(81)),
        ]),
    ],
    [
      'one hundred filters',
      () =>
        drawn([
          image(
            `/Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [${'/ASCIIHexDecode '.repeat(100)}]`,
            '00>',
          ),
        ]),
    ],
    [
      'a colour space made of itself',
      () =>
        drawn([
          image('/Width 9 /Height 9 /ColorSpace 101 0 R /BitsPerComponent 8', Buffer.alloc(81)),
          '[/Indexed 101 0 R 255 <00>]',
        ]),
    ],
    [
      'a pattern of tiny tiles',
      () =>
        writePdf({
          pages: [page('/Pattern cs /P scn 0 0 960 540 re f', '/Pattern << /P 100 0 R >>')],
          others: [
            {
              dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
              stream: '0 0 1 1 re f',
            },
          ],
        }),
    ],
    [
      'a pattern painted with itself',
      () =>
        writePdf({
          pages: [page('/Pattern cs /P scn 0 0 960 540 re f', '/Pattern << /P 100 0 R >>')],
          others: [
            {
              dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P 100 0 R >> >>',
              stream: '/Pattern cs /P scn 0 0 9 9 re f',
            },
          ],
        }),
    ],
    [
      'a shading whose function is a program without end',
      () =>
        writePdf({
          pages: [page('/S sh', '/Shading << /S 100 0 R >>')],
          others: [
            `<< ${shading} >>`,
            {
              dict: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
              stream: `{ ${'dup mul '.repeat(50_000)} 0 }`,
            },
          ],
        }),
    ],
    [
      'a function stitched of itself',
      () =>
        writePdf({
          pages: [page('/S sh', '/Shading << /S 100 0 R >>')],
          others: [
            '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 960 540] /Function 101 0 R >>',
            '<< /FunctionType 3 /Domain [0 1] /Functions [101 0 R 101 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>',
          ],
        }),
    ],
    [
      'a font that is noise',
      () =>
        writePdf({
          pages: [page('BT /G 40 Tf 50 50 Td (Words) Tj ET', '/Font << /G 100 0 R >>')],
          others: [
            '<< /Type /Font /Subtype /TrueType /BaseFont /Noise /FirstChar 0 /LastChar 255 /FontDescriptor 101 0 R >>',
            '<< /Type /FontDescriptor /FontName /Noise /Flags 4 /FontFile2 102 0 R >>',
            { dict: '/Length1 5000', stream: Buffer.alloc(5000, '\0\x01\0\0noise') },
          ],
        }),
    ],
    [
      'a font whose letters draw themselves',
      () =>
        writePdf({
          pages: [page('BT /G 40 Tf 50 50 Td (aaaa) Tj ET', '/Font << /G 100 0 R >>')],
          others: [
            '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 101 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /G 100 0 R >> >> >>',
            { dict: '', stream: 'BT /G 9 Tf (aaaa) Tj ET' },
          ],
        }),
    ],
    ['graphics states without end', () => writePdf({ pages: [page('q '.repeat(2_000_000))] })],
    ['arrays nested 200,000 deep', () => withObjects((objects) => objects.set(100, '['.repeat(200_000)))],
    [
      'dictionaries nested 100,000 deep in the catalog',
      () => writePdf({ pages: [page('')], catalog: `/Names ${'<< /A '.repeat(100_000)}` }),
    ],
    ['arrays nested in contents', () => writePdf({ pages: [page(`${'['.repeat(500_000)} TJ`)] })],
    [
      'one line of 400,000 points, dashed',
      () =>
        writePdf({
          pages: [
            page(
              `[0.01 0.01] 0 d 0 0 m ${Array.from({ length: 400_000 }, (_, at) => `${(at * 7919) % 960} ${(at * 104_729) % 540} l`).join(' ')} S`,
            ),
          ],
        }),
    ],
    [
      'dashes of nothing across a mile',
      () => writePdf({ pages: [page('[0.00001 0.00001] 0 d 0.1 w 0 0 m 1000000 540 l S')] }),
    ],
    [
      'half a million letters',
      () => writePdf({ pages: [page(`BT /F1 1 Tf ${'1 1 Td (Words of a page) Tj '.repeat(30_000)} ET`)] }),
    ],
    ['text as large as a house', () => writePdf({ pages: [page('BT /F1 1000000000 Tf 0 0 Td (W) Tj ET')] })],
    ['a reference to itself as contents', () => withObjects((objects) => objects.set(11, '11 0 R'))],
    [
      'a chain of 5,000 references',
      () => writePdf({ pages: [page('', '/Font 100 0 R')], others: chain(5000, (next) => `${next} 0 R`, '<< >>') }),
    ],
    [
      'a length that refers to itself',
      () => withObjects((objects) => objects.set(11, '<< /Length 11 0 R >>\nstream\n0 0 9 9 re f\nendstream')),
    ],
    [
      'a page tree with a cycle',
      () => withObjects((objects) => objects.set(2, '<< /Type /Pages /Kids [2 0 R 10 0 R] >>')),
    ],
    [
      'a page tree 5,000 deep',
      () =>
        writeObjects(
          new Map<number, PdfObject>([
            [1, '<< /Type /Catalog /Pages 100 0 R >>'],
            ...chain(
              5000,
              (next) => `<< /Type /Pages /Count 1 /Kids [${next} 0 R] >>`,
              '<< /Type /Page /MediaBox [0 0 9 9] >>',
            ).map((object, at): [number, PdfObject] => [100 + at, object]),
          ]),
        ),
    ],
    ['a page tree whose every branch is ten times the next', countless],
    ['objects without a table', unsorted],
    [
      'a page that inherits from itself',
      () => withObjects((objects) => objects.set(10, '<< /Type /Page /Parent 10 0 R /Contents 11 0 R >>')),
    ],
    [
      'one hundred thousand pages',
      () => withObjects((objects) => objects.set(2, '<< /Type /Pages /Count 100000 /Kids [10 0 R] >>')),
    ],
    [
      'tables that follow each other in a circle',
      () => {
        const first = withObjects(() => undefined);
        const at = first.lastIndexOf('xref\n0 1');
        return withObjects(() => undefined, `/Prev ${at}`);
      },
    ],
    ['a table elsewhere beyond the end', () => withObjects(() => undefined, '/XRefStm 99999999')],
    [
      'objects in a stream that is in itself',
      () =>
        withObjects((objects) =>
          objects.set(100, { dict: '/Type /ObjStm /N 1 /First 6 /Extends 100 0 R', stream: '100 0 << >>' }),
        ),
    ],
    [
      'a stream of a billion objects',
      () =>
        withObjects((objects) =>
          objects.set(100, { dict: '/Type /ObjStm /N 1000000000 /First 10', stream: '1 0 2 0 3 0' }),
        ),
    ],
    [
      'a form field that is its own parent',
      () =>
        writePdf({
          pages: [page('', '', '/Annots [100 0 R]')],
          catalog: '/AcroForm << /Fields [100 0 R] >>',
          others: ['<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [9 9 99 99] /Parent 100 0 R /Kids [100 0 R] >>'],
        }),
    ],
    [
      'ten thousand notes',
      () =>
        writePdf({
          pages: [page('', '', `/Annots [${'100 0 R '.repeat(10_000)}]`)],
          others: ['<< /Type /Annot /Subtype /Square /Rect [9 9 99 99] /C [1 0 0] >>'],
        }),
    ],
    [
      'groups in groups with soft masks of themselves',
      () =>
        writePdf({
          pages: [page('/G gs 0 0 960 540 re f', '/ExtGState << /G 100 0 R >>')],
          others: [
            '<< /SMask << /S /Luminosity /G 101 0 R >> >>',
            {
              dict: '/Type /XObject /Subtype /Form /BBox [0 0 960 540] /Group << /S /Transparency /CS /DeviceRGB >> /Resources << /ExtGState << /G 100 0 R >> >>',
              stream: '/G gs 0 0 960 540 re f',
            },
          ],
        }),
    ],
    [
      'scripts, actions and files of elsewhere',
      () =>
        writePdf({
          pages: [page('0 0 9 9 re f', '', '/AA << /O << /S /JavaScript /JS (while(1){}) >> >>')],
          catalog:
            '/OpenAction << /S /URI /URI (http://127.0.0.1:9/) >> /AcroForm << /XFA [(template) 100 0 R] /Fields [] >>',
          others: [{ dict: '', stream: '<template xmlns="x"><!DOCTYPE a SYSTEM "http://127.0.0.1:9/"></template>' }],
        }),
    ],
    [
      'contents in a file of elsewhere',
      () => withObjects((objects) => objects.set(11, { dict: '/F (/etc/passwd) /FFilter /FlateDecode', stream: '' })),
    ],
  ];
  return made.map(([how, make]) => ({ how: `bomb: ${how}`, bytes: make() }));
}
