import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** One object: its value, or a stream with its dictionary. `Length` is added. */
export type PdfObject = string | { dict: string; stream: Buffer | string; deflate?: boolean };

export interface PagePlan {
  /** What is drawn, in PDF operators; `/F1` is Helvetica */
  content: string;
  /** The size in points; 960 × 540, as a slide, by default */
  width?: number;
  height?: number;
  /** More entries of the page's dictionary, such as `/Rotate 90` */
  more?: string;
  /** Entries of its resources, besides the font */
  resources?: string;
}

export interface PdfPlan {
  pages: PagePlan[];
  /** Objects starting at number 100, to which pages can refer */
  others?: PdfObject[];
  /** More entries of the catalog */
  catalog?: string;
  /** Encrypts with AES-256. A file with an empty user password is protected only against changes. */
  lock?: { user: string; owner: string };
}

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

function encryptKey(key: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Returns the dictionary of a file's encryption (version 5, revision 5) and its key. */
function lockOf({ user, owner }: { user: string; owner: string }): { dict: string; key: Buffer } {
  const key = randomBytes(32);
  const [userWord, ownerWord] = [Buffer.from(user), Buffer.from(owner)];
  const salts = Array.from({ length: 4 }, () => randomBytes(8));
  const [a = key, b = key, c = key, d = key] = salts;
  const u = Buffer.concat([sha256(userWord, a), a, b]);
  const ue = encryptKey(sha256(userWord, b), key);
  const o = Buffer.concat([sha256(ownerWord, c, u), c, d]);
  const oe = encryptKey(sha256(ownerWord, d, u), key);
  const permissions = Buffer.concat([Buffer.from('fcffffffffffffff54616462', 'hex'), randomBytes(4)]);
  const ecb = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const perms = Buffer.concat([ecb.update(permissions), ecb.final()]);
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
  const dict = `<< /Filter /Standard /V 5 /R 5 /Length 256 /P -4 /U ${hex(u)} /UE ${hex(ue)} /O ${hex(o)} /OE ${hex(oe)} /Perms ${hex(perms)} /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF >>`;
  return { dict, key };
}

function encrypted(key: Buffer, data: Buffer): Buffer {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(data), cipher.final()]);
}

function bytesOf(object: PdfObject, key: Buffer | null): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const plain = typeof object.stream === 'string' ? Buffer.from(object.stream, 'latin1') : object.stream;
  const packed = object.deflate === true ? deflateSync(plain) : plain;
  const stream = key === null ? packed : encrypted(key, packed);
  const filter = object.deflate === true ? ' /Filter /FlateDecode' : '';
  return Buffer.concat([
    Buffer.from(`<< ${object.dict}${filter} /Length ${stream.length} >>\nstream\n`, 'latin1'),
    stream,
    Buffer.from('\nendstream'),
  ]);
}

/** Writes a file of these objects, by number, with a cross-reference table. Object 1 is the catalog. */
export function writeObjects(objects: ReadonlyMap<number, PdfObject>, trailer = '', key: Buffer | null = null): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]?.length ?? 0;
  const rows: string[] = [];
  for (const [number, object] of objects) {
    rows.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), bytesOf(object, key), Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  const size = Math.max(...objects.keys()) + 1;
  const table = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}`;
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

export function objectsOf({ pages, others = [], catalog = '' }: PdfPlan): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(' ');
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  objects.set(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  objects.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [index, page] of pages.entries()) {
    const { content, width = 960, height = 540, more = '', resources = '' } = page;
    const number = 10 + index * 2;
    objects.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >> ${more} >>`,
    );
    objects.set(number + 1, { dict: '', stream: content, deflate: true });
  }
  for (const [index, other] of others.entries()) objects.set(100 + index, other);
  return objects;
}

/** Writes a small valid PDF; at most 45 pages. */
export function writePdf(plan: PdfPlan): Buffer {
  const objects = objectsOf(plan);
  if (plan.lock === undefined) return writeObjects(objects);
  const { dict, key } = lockOf(plan.lock);
  // The encryption dictionary itself is never encrypted; no other object has strings.
  const id = `<${randomBytes(16).toString('hex')}>`;
  return writeObjects(objects, `/Encrypt ${dict} /ID [${id} ${id}]`, key);
}

/** Draws a filled box, in points from the lower left corner; colour components from 0 to 1. */
export const box = (x: number, y: number, width: number, height: number, [r, g, b]: [number, number, number]): string =>
  `${r} ${g} ${b} rg ${x} ${y} ${width} ${height} re f\n`;

/** Draws black text that starts at this point of the baseline. */
export const words = (text: string, x: number, y: number, size: number): string =>
  `0 g BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
