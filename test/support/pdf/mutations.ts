import { createRandom } from '../random.ts';

/** A broken file and how it was broken. */
export interface Broken {
  how: string;
  bytes: Buffer;
}

function replaced(bytes: Buffer, pattern: RegExp, by: (found: string, ...groups: string[]) => string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(pattern, by), 'latin1');
}

const spread = (length: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor((length * (index + 0.5)) / count));

function flipped(bytes: Buffer, at: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
}

const words: [name: string, pattern: RegExp, by: string][] = [
  ['no endobj', /endobj/g, ''],
  ['no endstream', /endstream/g, ''],
  ['no obj', / 0 obj/g, ' 0'],
  ['no stream', /\nstream\n/g, '\n'],
  ['no xref', /xref\n0/g, 'nope\n0'],
  ['no trailer', /trailer/g, ''],
  ['no startxref', /startxref/g, ''],
  ['no end', /%%EOF/g, ''],
  ['no root', /\/Root 1 0 R/g, ''],
  ['root of another kind', /\/Root 1 0 R/g, '/Root 3 0 R'],
  ['root that is not there', /\/Root 1 0 R/g, '/Root 999 0 R'],
  ['no type', /\/Type \/\w+/g, ''],
  ['no media box', /\/MediaBox \[[^\]]*\]/g, ''],
  ['an empty media box', /\/MediaBox \[[^\]]*\]/g, '/MediaBox []'],
  ['a media box of words', /\/MediaBox \[[^\]]*\]/g, '/MediaBox [(a) (b) (c) (d)]'],
  ['a vast media box', /\/MediaBox \[[^\]]*\]/g, '/MediaBox [0 0 1e30 1e30]'],
  ['a media box of nothing', /\/MediaBox \[[^\]]*\]/g, '/MediaBox [5 5 5 5]'],
  ['a negative media box', /\/MediaBox \[[^\]]*\]/g, '/MediaBox [900 900 -900 -900]'],
  ['a filter that does not exist', /\/FlateDecode/g, '/NoSuchDecode'],
  ['another filter', /\/FlateDecode/g, '/LZWDecode'],
  ['an image filter', /\/FlateDecode/g, '/DCTDecode'],
  ['JPEG 2000', /\/FlateDecode/g, '/JPXDecode'],
  ['JBIG2', /\/FlateDecode/g, '/JBIG2Decode'],
  ['fax', /\/FlateDecode/g, '/CCITTFaxDecode'],
  ['count of none', /\/Count \d+/g, '/Count 0'],
  ['count below none', /\/Count \d+/g, '/Count -7'],
  ['count of many', /\/Count \d+/g, '/Count 99999'],
  ['count beyond numbers', /\/Count \d+/g, '/Count 99999999999'],
  ['kids that are the parent', /\/Kids \[[^\]]*\]/g, '/Kids [2 0 R 2 0 R]'],
  ['kids that are not there', /\/Kids \[[^\]]*\]/g, '/Kids [777 0 R]'],
  ['kids that are the root', /\/Kids \[[^\]]*\]/g, '/Kids [1 0 R]'],
  ['no kids', /\/Kids \[[^\]]*\]/g, '/Kids []'],
  ['open brackets', /\]/g, ''],
  ['open dictionaries', />>/g, ''],
  ['no header', /%PDF-1\.7/, '%XXX-1.7'],
  ['an old header', /%PDF-1\.7/, '%PDF-0.0'],
];

const numbers: [name: string, pattern: RegExp][] = [
  ['length', /\/Length (\d+)/g],
  ['place in the table', /\n0{3}(\d{7}) 00000 n/g],
  ['place of the table', /startxref\n(\d+)/g],
  ['size', /\/Size (\d+)/g],
];
const changes: [name: string, to: (value: number) => number][] = [
  ['one more', (value) => value + 1],
  ['one less', (value) => Math.max(0, value - 1)],
  ['none', () => 0],
  ['far too much', () => 9_999_999],
  ['negative', (value) => -value],
];

/** Returns a valid file broken in many ways, the same in every run. */
export function mutationsOf(name: string, bytes: Buffer): Broken[] {
  const random = createRandom(7);
  const somewhere = (): number => Math.floor(random() * bytes.length);
  const broken: Broken[] = [];
  const add = (how: string, made: Buffer): void => {
    broken.push({ how: `${name}: ${how}`, bytes: made });
  };
  for (const at of spread(bytes.length, 20)) add(`cut off at ${at}`, bytes.subarray(0, at));
  for (const at of spread(bytes.length, 10)) add(`without its first ${at}`, bytes.subarray(at));
  for (const at of spread(bytes.length, 20)) add(`bit flipped at ${at}`, flipped(bytes, at, 1 << (at % 8)));
  for (const at of spread(bytes.length, 10)) add(`byte turned at ${at}`, flipped(bytes, at, 0xff));
  for (let round = 1; round <= 8; round += 1) {
    const copy = Buffer.from(bytes);
    for (let count = 0; count < round * 8; count += 1) copy[somewhere()] = Math.floor(random() * 256);
    add(`${round * 8} bytes of noise`, copy);
  }
  for (const at of spread(bytes.length, 8)) {
    const hole = Buffer.from(bytes).fill(0, at, Math.min(at + 64, bytes.length));
    add(`64 zeros at ${at}`, hole);
    add(`64 bytes missing at ${at}`, Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 64)]));
    add(`64 bytes twice at ${at}`, Buffer.concat([bytes.subarray(0, at + 64), bytes.subarray(at)]));
  }
  for (const [how, pattern, by] of words)
    add(
      how,
      replaced(bytes, pattern, () => by),
    );
  for (const [what, pattern] of numbers) {
    for (const [how, to] of changes) {
      const change = (found: string, value: string): string => found.replace(value, String(to(Number(value))));
      add(`${what}: ${how}`, replaced(bytes, pattern, change));
    }
  }
  for (let number = 1; number <= 12; number += 1) {
    const next = number === 12 ? 1 : number + 1;
    add(
      `object ${number} named ${next}`,
      replaced(bytes, new RegExp(`\\n${number} 0 obj`), () => `\n${next} 0 obj`),
    );
    add(
      `what refers to ${number} to ${next}`,
      replaced(bytes, new RegExp(` ${number} 0 R`, 'g'), () => ` ${next} 0 R`),
    );
  }
  add('twice in a row', Buffer.concat([bytes, bytes]));
  add('behind 900 bytes of noise', Buffer.concat([Buffer.alloc(900, 'x'), bytes]));
  return broken;
}
