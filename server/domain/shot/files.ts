import type { Ports, RowKey } from '../ports.ts';

/** Screenshots taller than this are also stored as strips, because some browsers cannot hold the whole image. */
const TALL = 4000;
const TILE_HEIGHT = 2000;

type Shot = { workspaceId: string; reviewId: string; id: string };
type Stored = { storageKey: string; height: number };
type OwnKeys = Partial<Record<'diffKey' | 'baseDiffKey' | 'elementsKey' | 'factsKey', string | null>>;

/** Returns the folder of everything that belongs to one pass alone. */
export const reviewFolder = (review: RowKey): string => `${review.workspaceId}/${review.id}`;

/** Returns the key of a file that belongs to one screenshot alone. */
export const fileKey = (shot: Shot, file: string): string =>
  `${reviewFolder({ workspaceId: shot.workspaceId, id: shot.reviewId })}/${shot.id}/${file}`;

/** The formats in which images are stored. */
const FORMATS = ['png', 'webp'] as const;
export type ImageFormat = (typeof FORMATS)[number];

/** Returns the key of an image, which bears the id of the screenshot that showed it first. */
export const imageKey = ({ workspaceId, id }: Pick<Shot, 'workspaceId' | 'id'>, format: ImageFormat): string =>
  `${workspaceId}/images/${id}/image.${format}`;

/** Returns every key that an image with this id may have. */
export const imageKeys = (image: Pick<Shot, 'workspaceId' | 'id'>): string[] =>
  FORMATS.map((format) => imageKey(image, format));

/** Returns whether a screenshot shows an image that was stored for another one. */
export const sharesImage = ({ id, storageKey }: { id: string; storageKey: string }): boolean =>
  !storageKey.includes(`/images/${id}/`);

const besideImage = (storageKey: string, file: string): string => storageKey.replace(/[^/]+$/, file);

/** Returns the key of an image's thumbnail. */
export const thumbnailKey = ({ storageKey }: { storageKey: string }): string =>
  besideImage(storageKey, 'thumbnail.webp');

/** Returns the key of an image's overview: all of it, small. */
export const overviewKey = ({ storageKey }: { storageKey: string }): string => besideImage(storageKey, 'overview.webp');

/** Returns the rows in a strip; null for a screenshot that is shown whole. */
export const tileHeight = (shot: { height: number }): number | null => (shot.height > TALL ? TILE_HEIGHT : null);

/** Returns the keys of a screenshot's strips, from top to bottom, in the screenshot's own format. */
export function tileKeys({ storageKey, height: whole }: Stored): string[] {
  const height = tileHeight({ height: whole });
  if (height === null) return [];
  const extension = /\.\w+$/.exec(storageKey)?.[0] ?? '';
  return Array.from({ length: Math.ceil(whole / height) }, (_, at) =>
    besideImage(storageKey, `tile-${at}${extension}`),
  );
}

/**
 * Returns the last part of the address at which a screenshot's elements are. It cannot be derived from the address of
 * its image, which guests have and comments on pull requests show, nor from the ids of other rows of that millisecond,
 * which are neighbours of the screenshot's: it depends on the id of the workspace, too.
 */
export const elementsPart = ({ secrets }: Pick<Ports, 'secrets'>, elementsKey: string): string =>
  `elements-${secrets.hash(`elements ${elementsKey}`).toString('base64url')}`;

/** Returns every file that an image has or may have. */
export const imageFiles = (shot: Stored): string[] => [
  shot.storageKey,
  thumbnailKey(shot),
  overviewKey(shot),
  ...tileKeys(shot),
];

/** Returns the files that these screenshots have or may have beside their images. */
export const ownFiles = (shots: readonly OwnKeys[]): string[] =>
  shots
    .flatMap(({ diffKey, baseDiffKey, elementsKey, factsKey }) => [diffKey, baseDiffKey, elementsKey, factsKey])
    .filter((key) => key != null);
