import { boxAround, linesOf } from '../../contract/strokes.ts';
import { notFound } from '../failure.ts';
import { findMarkImage, findPlace } from '../mark/store.ts';
import type { MarkShape } from '../port-types.ts';
import type { FileStream, Ports } from '../ports.ts';
import { marksOn } from '../printout/content.ts';
import { findPrintoutFile } from '../printout/store.ts';
import { toReview } from '../review/view.ts';
import { alignmentOf } from '../shot/change.ts';
import { decodeChangeMap } from '../shot/change-map.ts';
import { readSmall, readTile } from '../shot/derived.ts';
import { unpackElements } from '../shot/element-file.ts';
import { elementsPart, overviewKey, thumbnailKey, tileKeys } from '../shot/files.ts';
import { findMap, findShotByCapability, type ShotRow } from '../shot/store.ts';
import { boxInPixels } from '../work-packet/rules.ts';
import { inTurn } from './in-turn.ts';
import { orMissing } from './view-of-shot.ts';

export interface ImageFile {
  contentType: string;
  /** False for an image that can change, such as the crop of a mark that may be moved. */
  immutable: boolean;
  /** The name under which browsers save it, instead of showing it */
  saveAs?: string;
  /** Starts reading the image. @throws DomainError `not_found` when it was deleted meanwhile */
  read(): Promise<FileStream | Buffer>;
}

const typeOf = (key: string): string =>
  key.endsWith('.webp') ? 'image/webp' : key.endsWith('.jpeg') ? 'image/jpeg' : 'image/png';

async function streamOf(ports: Ports, key: string): Promise<FileStream> {
  const file = await ports.storage.stream(key);
  if (file === null) throw new Error('The file of an image is missing');
  return file;
}

/** Returns an image that is stored as a file or derived from one; null when the screenshot has none of this name. */
function keptImage(ports: Ports, shot: ShotRow, variant: string): ImageFile | null {
  const file = (key: string, read: () => Promise<FileStream | Buffer>): ImageFile => ({
    contentType: typeOf(key),
    immutable: true,
    read: () => orMissing(ports, shot, read()),
  });
  const stored = (key: string): ImageFile => file(key, () => streamOf(ports, key));
  if (variant === 'shot') return stored(shot.storageKey);
  if (variant === 'difference') return shot.diffKey === null ? null : stored(shot.diffKey);
  if (variant.startsWith('base-difference-')) {
    return shot.baseDiffKey?.endsWith(`/${variant}.png`) === true ? stored(shot.baseDiffKey) : null;
  }
  if (variant === 'thumbnail') return file(thumbnailKey(shot), () => readSmall(ports, shot, 'thumbnail'));
  if (variant === 'overview') return file(overviewKey(shot), () => readSmall(ports, shot, 'overview'));
  const strip = /^tile-(0|[1-9]\d{0,2})$/.exec(variant);
  const key = strip === null ? undefined : tileKeys(shot)[Number(strip[1])];
  return key === undefined ? null : file(key, () => readTile(ports, shot, key));
}

/** Returns the elements below a screenshot as JSON; null when it has none, or has them elsewhere. */
function elementsOf(ports: Ports, shot: ShotRow, variant: string): ImageFile | null {
  const { elementsKey } = shot;
  if (elementsKey === null || variant !== elementsPart(ports, elementsKey)) return null;
  const read = async () => {
    const elements = await unpackElements(await orMissing(ports, shot, ports.storage.get(elementsKey)));
    if (elements === null) throw notFound('image');
    return elements;
  };
  return { contentType: 'application/json', immutable: true, read };
}

/** Returns where the rows of the other side of a comparison are, as JSON; null where the two were not aligned. */
async function alignment(ports: Ports, shot: ShotRow, difference: string): Promise<ImageFile | null> {
  const isBase = difference !== 'difference';
  if (isBase && shot.baseDiffKey?.endsWith(`/${difference}.png`) !== true) return null;
  const map = await findMap(ports.db, shot.capability, isBase ? 'baseMap' : 'changeMap');
  if (map === null) return null;
  const bytes = Buffer.from(JSON.stringify(alignmentOf(decodeChangeMap(map))));
  return { contentType: 'application/json', immutable: true, read: async () => bytes };
}

/** Returns a mark's surroundings; null when the screenshot has no such mark. */
async function surroundings(ports: Ports, shot: ShotRow, number: number, isDrawn: boolean): Promise<ImageFile | null> {
  const place = await findPlace(ports.db, shot.workspaceId, shot.reviewId, number);
  if (place === null || place.shotId !== shot.id) return null;
  const read = async () => {
    const bytes = await orMissing(ports, shot, ports.storage.get(shot.storageKey));
    const box = boxInPixels(place, shot);
    const lines = linesOf(place.strokes, place, shot);
    return ports.images.crop(bytes, boxAround(box, lines), isDrawn ? { number, box, lines } : null);
  };
  return drawn(shot, read);
}

/** Returns an image that is drawn for each request. */
const drawn = ({ workspaceId }: ShotRow, draw: () => Promise<Buffer>): ImageFile => ({
  contentType: 'image/png',
  immutable: false,
  read: () => inTurn(workspaceId, draw),
});

/** Returns the whole screenshot with its marks. Everyone who has the review's or guests' link may see all that is drawn. */
function marked(ports: Ports, shot: ShotRow): ImageFile {
  const read = async () => {
    const review = await toReview(ports, ports.db, { id: shot.reviewId, workspaceId: shot.workspaceId });
    const on = review.screenshots.find(({ index }) => index === shot.position);
    const bytes = await orMissing(ports, shot, ports.storage.get(shot.storageKey));
    // Guests are not told what must be fixed.
    const marks = on === undefined ? [] : marksOn(review.marks, on).map((mark) => ({ ...mark, kind: drawnFor(mark) }));
    return ports.images.mark(bytes, marks, on?.viewport?.scale ?? 1);
  };
  return drawn(shot, read);
}

const drawnFor = ({ kind }: MarkShape): MarkShape['kind'] => (kind === 'must_fix' ? 'open' : kind);

async function printout(ports: Ports, capability: string): Promise<ImageFile | null> {
  const row = await findPrintoutFile(ports.db, capability, ports.clock());
  const key = row?.storageKey ?? null;
  if (row === null || key === null) return null;
  const read = async () => {
    const file = await ports.storage.stream(key);
    if (file === null) throw notFound('printout');
    return file;
  };
  return { contentType: 'application/pdf', immutable: true, read, saveAs: `review-${row.reviewId}.pdf` };
}

async function markImage(ports: Ports, capability: string): Promise<ImageFile | null> {
  const key = await findMarkImage(ports.db, capability);
  if (key === null) return null;
  const read = async () => {
    const file = await ports.storage.stream(key);
    if (file === null) throw notFound('image');
    return file;
  };
  return { contentType: typeOf(key), immutable: true, read };
}

/**
 * Returns an image by its capability. `variant` is `shot`, `thumbnail` (its top), `overview` (all of it, small),
 * `difference`, `base-difference-<id of the base>`, either with `-rows` (JSON: `Alignment`), `tile-2` (a strip of a tall
 * screenshot), `elements-…` (JSON), `marked` (with all marks drawn on it), `mark-3` (the mark's surroundings, drawn on) or
 * `mark-3-clean`; for the capability of a mark it is `after-image` or `reference-image`, for that of a printout
 * `printout`.
 * @throws DomainError `not_found` for anything else
 */
export async function getImage(ports: Ports, capability: string, variant: string): Promise<ImageFile> {
  const found = /^[0-9A-Za-z]{27}$/.test(capability) ? await find(ports, capability, variant) : null;
  if (found === null) throw notFound('image');
  return found;
}

async function find(ports: Ports, capability: string, variant: string): Promise<ImageFile | null> {
  if (variant === 'printout') return printout(ports, capability);
  if (variant === 'after-image' || variant === 'reference-image') return markImage(ports, capability);
  const shot = await findShotByCapability(ports.db, capability);
  if (shot === null) return null;
  if (variant.startsWith('elements-')) return elementsOf(ports, shot, variant);
  if (variant.endsWith('-rows')) return alignment(ports, shot, variant.slice(0, -'-rows'.length));
  if (variant === 'marked') return marked(ports, shot);
  const mark = /^mark-(\d{1,9})(-clean)?$/.exec(variant);
  if (mark !== null) return surroundings(ports, shot, Number(mark[1]), mark[2] === undefined);
  return keptImage(ports, shot, variant);
}
