import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ShotFacts } from '../../checklist/index.ts';
import type { Ports } from '../ports.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export const packFacts = (facts: ShotFacts): Promise<Buffer> => pack(JSON.stringify(facts));

/** Reads the facts stored beside a screenshot; null when only the image is stored. */
export async function readFacts(ports: Ports, shot: { factsKey: string | null }): Promise<ShotFacts | null> {
  const bytes = shot.factsKey === null ? null : await ports.storage.find(shot.factsKey);
  return bytes === null ? null : (JSON.parse((await unpack(bytes)).toString()) as ShotFacts);
}
