import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ChangeMap } from '../port-types.ts';

/** The second version has one byte more for each cell: whether it stayed in place where rows moved. */
const VERSIONS = { rows: 1, still: 2 };
/** Words of the header: width, height, cell, columns and the number of runs of rows. */
const HEAD = 5;
const WORD = 4;
const RUN = 3;
/** More bytes than any two accepted images can need. */
const MAX_BYTES = 32_000_000;

/**
 * Encodes a change map for storage: a version byte, then deflated: five words, three words for each run of rows, and
 * the cells' low bytes before their high ones, which are nearly all 0. Takes a few hundred bytes for small changes.
 */
export function encodeChangeMap({ width, height, cell, columns, cells, rows, still }: ChangeMap): Buffer {
  const words = [width, height, cell, columns, rows.length, ...rows.flatMap((run) => [run.from, run.to, run.length])];
  const body = Buffer.alloc(words.length * WORD + cells.length * 2);
  for (const [at, word] of words.entries()) body.writeUInt32LE(word, at * WORD);
  const low = words.length * WORD;
  for (const [at, count] of cells.entries()) {
    body[low + at] = count & 255;
    body[low + cells.length + at] = count >>> 8;
  }
  const version = still === undefined ? VERSIONS.rows : VERSIONS.still;
  const whole = still === undefined ? body : Buffer.concat([body, still]);
  return Buffer.concat([Buffer.of(version), deflateRawSync(whole, { level: 6 })]);
}

function broken(why: string, cause?: unknown): Error {
  return new Error(`This is no change map: ${why}.`, { cause });
}

function inflated(bytes: Uint8Array): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw broken('it does not unpack', error);
  }
}

/** Decodes a change map. @throws Error when the bytes are not what `encodeChangeMap` makes */
export function decodeChangeMap(bytes: Uint8Array): ChangeMap {
  const isStill = bytes[0] === VERSIONS.still;
  if (bytes[0] !== VERSIONS.rows && !isStill) throw broken(`its version is ${bytes[0] ?? 'missing'}`);
  const body = inflated(bytes.subarray(1));
  if (body.length < HEAD * WORD) throw broken('it is too short');
  const word = (at: number): number => body.readUInt32LE(at * WORD);
  const [width, height, cell, columns, runs] = [word(0), word(1), word(2), word(3), word(4)];
  const low = (HEAD + runs * RUN) * WORD;
  const count = columns * Math.ceil(height / cell);
  if (cell === 0 || columns !== Math.ceil(width / cell) || body.length !== low + count * (isStill ? 3 : 2)) {
    throw broken('its sizes do not fit together');
  }
  const cells = new Uint16Array(count);
  for (let at = 0; at < count; at += 1) cells[at] = (body[low + at] ?? 0) | ((body[low + count + at] ?? 0) << 8);
  const rows = Array.from({ length: runs }, (_, run) => {
    const at = HEAD + run * RUN;
    return { from: word(at), to: word(at + 1), length: word(at + 2) };
  });
  const still = isStill ? { still: new Uint8Array(body.subarray(low + count * 2)) } : {};
  return { width, height, cell, columns, cells, rows, ...still };
}
