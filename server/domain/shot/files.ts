import type { NewShot, ShotRow } from './store.ts';

/** Screenshots taller than this are also stored as strips, because some browsers cannot hold the whole image. */
const TALL = 4000;
const TILE_HEIGHT = 2000;

type Kept = Pick<ShotRow, 'storageKey' | 'thumbnailKey' | 'height'> &
  Partial<Pick<NewShot, 'diffKey' | 'baseDiffKey' | 'elementsKey' | 'factsKey'>>;

/** Returns the folder of everything that belongs to one pass. */
export const reviewFolder = (review: { workspaceId: string; id: string }): string =>
  `${review.workspaceId}/${review.id}`;

/** Returns the rows in a strip; null for a screenshot that is shown whole. */
export const tileHeight = (shot: { height: number }): number | null => (shot.height > TALL ? TILE_HEIGHT : null);

/** Returns the keys of a screenshot's strips, from top to bottom, in the screenshot's own format. */
export function tileKeys(shot: Pick<Kept, 'storageKey' | 'height'>): string[] {
  const height = tileHeight(shot);
  if (height === null) return [];
  const file = /^(.*\/)[^/]+(\.\w+)$/.exec(shot.storageKey);
  const [, folder = '', extension = ''] = file ?? [];
  return Array.from({ length: Math.ceil(shot.height / height) }, (_, at) => `${folder}tile-${at}${extension}`);
}

/** Returns every file that these screenshots have or may have. */
export const filesOf = (shots: readonly Kept[]): string[] =>
  shots.flatMap((shot) =>
    [
      shot.storageKey,
      shot.thumbnailKey,
      shot.diffKey ?? null,
      shot.baseDiffKey ?? null,
      shot.elementsKey ?? null,
      shot.factsKey ?? null,
      ...tileKeys(shot),
    ].filter((key) => key !== null),
  );
