import { notFound } from '../failure.ts';
import { findPlace } from '../mark/store.ts';
import type { Ports } from '../ports.ts';
import { boxInPixels } from '../work-packet/rules.ts';
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
 * A picture by its capability. `variant` is `shot`, `thumbnail`, `difference`, `mark-3` (the mark's surroundings, drawn
 * on) or `mark-3-clean`.
 * @throws DomainError `not_found` for anything else
 */
export async function getPicture(ports: Ports, capability: string, variant: string): Promise<PictureFile> {
  const shot = /^[0-9A-Za-z]{27}$/.test(capability) ? await findShotByCapability(ports.db, capability) : null;
  if (shot === null) throw notFound('picture');
  const read = (key: string): Promise<Buffer> =>
    ports.storage.get(key).catch(async (error: unknown) => {
      // Rows go before files: a picture that was deleted since is not there, one that is lost is our fault.
      throw (await findShotByCapability(ports.db, capability)) === null ? notFound('picture') : error;
    });
  const file = async (key: string): Promise<PictureFile> => ({
    bytes: await read(key),
    contentType: typeOf(key),
    immutable: true,
  });
  if (variant === 'shot') return file(shot.storageKey);
  if (variant === 'thumbnail') return file(shot.thumbnailKey);
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
