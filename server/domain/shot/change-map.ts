import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ChangeMap } from '../port-types.ts';

const VERSION = 3;
const WORD = 4;
/** More bytes than any two accepted images can need. */
const MAX_BYTES = 32_000_000;

type Head = Omit<ChangeMap, 'cells' | 'still'> & { isStill: boolean };

/**
 * Encodes a change map for storage: a version byte, then deflated: the length of a JSON text in four bytes, that text
 * with all but the cells, the cells' low bytes before their high ones, which are nearly all 0, and the still cells. Takes
 * a few hundred bytes for small changes.
 */
export function encodeChangeMap({ cells, still, ...map }: ChangeMap): Uint8Array<ArrayBuffer> {
  const head: Head = { ...map, isStill: still !== undefined };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(WORD);
  length.writeUInt32LE(text.length);
  const counts = Buffer.alloc(cells.length * 2);
  for (const [at, count] of cells.entries()) {
    counts[at] = count & 255;
    counts[cells.length + at] = count >>> 8;
  }
  const body = deflateRawSync(Buffer.concat([length, text, counts, still ?? Buffer.alloc(0)]), { level: 6 });
  return new Uint8Array(Buffer.concat([Buffer.of(VERSION), body]));
}

function broken(why: string, cause?: unknown): Error {
  return new Error(`This is no change map: ${why}.`, { cause });
}

/** Returns the JSON text and what follows it. */
function unpack(bytes: Uint8Array): { head: Head; rest: Buffer } {
  try {
    const body = inflateRawSync(bytes, { maxOutputLength: MAX_BYTES });
    const end = WORD + body.readUInt32LE(0);
    const head = JSON.parse(body.toString('utf8', WORD, end));
    if (!Array.isArray(head.rows)) throw broken('it has no rows');
    return { head, rest: body.subarray(end) };
  } catch (error) {
    throw broken('it does not unpack', error);
  }
}

/** Decodes a change map. @throws Error when the bytes are not what `encodeChangeMap` makes */
export function decodeChangeMap(bytes: Uint8Array): ChangeMap {
  if (bytes[0] !== VERSION) throw broken(`its version is ${bytes[0] ?? 'missing'}`);
  const { head, rest } = unpack(bytes.subarray(1));
  const { isStill, ...map } = head;
  const count = map.columns * Math.ceil(map.height / map.cell);
  if (map.columns !== Math.ceil(map.width / map.cell) || rest.length !== count * (isStill ? 3 : 2)) {
    throw broken('its sizes do not fit together');
  }
  const cells = Uint16Array.from({ length: count }, (_, at) => (rest[at] ?? 0) | ((rest[count + at] ?? 0) << 8));
  return { ...map, cells, ...(isStill ? { still: new Uint8Array(rest.subarray(count * 2)) } : {}) };
}
