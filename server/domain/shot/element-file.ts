import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ShotFacts } from '../../checklist/index.ts';
import type { PageSources } from '../../contract/page-sources.ts';
import { describeFault } from '../describe-fault.ts';
import type { ElementMap } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import type { ShotRow } from './store.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Packs the elements, and on a second line where they come from, which is shown to nobody who has only a link. */
export const packElements = ({ sources = null, ...map }: ElementMap): Promise<Buffer> =>
  pack(sources === null ? JSON.stringify(map) : `${JSON.stringify(map)}\n${JSON.stringify(sources)}`);

function split(text: Buffer): { map: Buffer; sources: Buffer | null } {
  const end = text.indexOf('\n');
  return end === -1 ? { map: text, sources: null } : { map: text.subarray(0, end), sources: text.subarray(end + 1) };
}

/** Returns the elements as JSON, without their sources; null for a damaged file. */
export const unpackElements = (bytes: Buffer): Promise<Buffer | null> =>
  unpack(bytes).then(
    (text) => split(text).map,
    () => null,
  );

/** Reads the elements on a screenshot; null for an image without any, and where the file is lost or damaged. */
export async function readElementMap(
  ports: Ports,
  shot: { elementsKey: string | null } | undefined,
): Promise<ElementMap | null> {
  if (shot === undefined || shot.elementsKey === null) return null;
  const bytes = await ports.storage.find(shot.elementsKey);
  if (bytes === null) return null;
  try {
    const { map, sources } = split(await unpack(bytes));
    const elements = JSON.parse(map.toString()) as ElementMap;
    return sources === null ? elements : { ...elements, sources: JSON.parse(sources.toString()) as PageSources };
  } catch (error) {
    // Comparing and marking work without them. The message of an error may quote the page.
    ports.log.warn({ file: shot.elementsKey, type: describeFault(error).type }, 'a file of elements is damaged');
    return null;
  }
}

/** Returns the element map of a screenshot of one pass. Each map is read once. */
export type Maps = (shot: ShotRow) => Promise<ElementMap | null>;

export function readMaps(ports: Ports): Maps {
  const known = new Map<string, Promise<ElementMap | null>>();
  return (shot) => {
    const map = known.get(shot.id) ?? readElementMap(ports, shot);
    known.set(shot.id, map);
    return map;
  };
}

export const packFacts = (facts: ShotFacts): Promise<Buffer> => pack(JSON.stringify(facts));

/** Reads the facts stored beside a screenshot; null when only the image is stored. */
export async function readFacts(ports: Ports, shot: { factsKey: string | null }): Promise<ShotFacts | null> {
  const bytes = shot.factsKey === null ? null : await ports.storage.find(shot.factsKey);
  return bytes === null ? null : (JSON.parse((await unpack(bytes)).toString()) as ShotFacts);
}
