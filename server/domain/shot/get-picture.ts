import { notFound } from '../failure.ts';
import { findAfterImage, findPlace } from '../mark/store.ts';
import type { Ports } from '../ports.ts';
import { boxInPixels } from '../work-packet/rules.ts';
import { readThumbnail, readTile } from './derived.ts';
import { unpackElements } from './element-file.ts';
import { findShotByCapability } from './store.ts';

export interface PictureFile {
  bytes: Buffer;
  contentType: string;
  /** False for what can change, such as the crop of a mark that may be moved. */
  immutable: boolean;
}

const typeOf = (key: string): string =>
  key.endsWith('.webp') ? 'image/webp' : key.endsWith('.jpeg') ? 'image/jpeg' : 'image/png';

/**
 * A picture by its capability. `variant` is `shot`, `thumbnail`, `difference`, `tile-2` (a strip of a tall shot),
 * `elements` (JSON), `mark-3` (the mark's surroundings, drawn on) or `mark-3-clean`; of a mark `after-image`.
 * @throws DomainError `not_found` for anything else
 */
export async function getPicture(ports: Ports, capability: string, variant: string): Promise<PictureFile> {
  if (!/^[0-9A-Za-z]{27}$/.test(capability)) throw notFound('picture');
  if (variant === 'after-image') return getAfterImage(ports, capability);
  const shot = await findShotByCapability(ports.db, capability);
  if (shot === null) throw notFound('picture');
  const orGone = <T>(reading: Promise<T>): Promise<T> =>
    reading.catch(async (error: unknown) => {
      // Rows go before files: a picture that was deleted since is not there, one that is lost is our fault.
      throw (await findShotByCapability(ports.db, capability)) === null ? notFound('picture') : error;
    });
  const read = (key: string): Promise<Buffer> => orGone(ports.storage.get(key));
  const file = async (key: string): Promise<PictureFile> => ({
    bytes: await read(key),
    contentType: typeOf(key),
    immutable: true,
  });
  if (variant === 'shot') return file(shot.storageKey);
  if (variant === 'thumbnail') {
    const bytes = await orGone(readThumbnail(ports, shot));
    return { bytes, contentType: typeOf(shot.thumbnailKey), immutable: true };
  }
  const strip = /^tile-(0|[1-9]\d{0,2})$/.exec(variant);
  if (strip !== null) {
    const tile = await orGone(readTile(ports, shot, Number(strip[1])));
    if (tile === null) throw notFound('picture');
    return { bytes: tile.bytes, contentType: typeOf(tile.key), immutable: true };
  }
  if (variant === 'elements' && shot.elementsKey !== null) {
    return {
      bytes: await unpackElements(await read(shot.elementsKey)),
      contentType: 'application/json',
      immutable: true,
    };
  }
  if (variant === 'difference' && shot.diffKey !== null) return file(shot.diffKey);
  const mark = /^mark-(\d{1,9})(-clean)?$/.exec(variant);
  if (mark === null) throw notFound('picture');
  const number = Number(mark[1]);
  const place = await findPlace(ports.db, shot.workspaceId, shot.reviewId, number);
  if (place === null || place.shotId !== shot.id) throw notFound('picture');
  const bytes = await ports.images.crop(
    await read(shot.storageKey),
    boxInPixels(place, shot),
    mark[2] === undefined ? { number } : null,
  );
  return { bytes, contentType: 'image/png', immutable: false };
}

async function getAfterImage(ports: Ports, capability: string): Promise<PictureFile> {
  const key = await findAfterImage(ports.db, capability);
  const bytes = key === null ? null : await ports.storage.find(key);
  if (key === null || bytes === null) throw notFound('picture');
  return { bytes, contentType: typeOf(key), immutable: true };
}
