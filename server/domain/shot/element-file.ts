import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ElementMap } from '../port-types.ts';
import type { Ports } from '../ports.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export const packElements = (map: ElementMap): Promise<Buffer> => pack(JSON.stringify(map));
export const unpackElements = (bytes: Buffer): Promise<Buffer> => unpack(bytes);

/** Reads the elements on a screenshot; null for an image without any. */
export async function readElementMap(
  ports: Ports,
  shot: { elementsKey: string | null } | undefined,
): Promise<ElementMap | null> {
  if (shot === undefined || shot.elementsKey === null) return null;
  const bytes = await ports.storage.find(shot.elementsKey);
  return bytes === null ? null : (JSON.parse((await unpack(bytes)).toString()) as ElementMap);
}
