import { unusable } from '../failure.ts';
import type { Ports, RowKey } from '../ports.ts';
import { findSent, UnknownImage } from '../shot/keep-image.ts';
import { discardShots, keepShot, shotsBefore } from '../shot/keep-shot.ts';
import type { WantedShot } from '../shot/request-shot.ts';
import { type ImageItem, readImageItem } from '../shot/rules.ts';
import type { NewShot } from '../shot/store.ts';
import { settleSource } from '../upload/read-file-source.ts';
import type { Source, SourceInput } from './source.ts';
import { discardDocuments, readWanted } from './wanted.ts';

/** The sources of a review, with their files stored. The caller discards them when the review is not created. */
export interface StoredImages {
  /** The address of the shown page, if the source names one */
  pageUrl: string | null;
  /** Made already */
  shots: NewShot[];
  /** Still to be made */
  wanted: WantedShot[];
}

type Given = Extract<Source, { kind: 'images' }>['images'];

/** Names the field of an image among those of a request. */
const inImages = (at: number): string => `images[${at}]`;

/** Reads the images of a request. `first` is the number of the first one, for a label where none is given. */
export async function readItems(
  ports: Ports,
  workspaceId: string,
  images: Given,
  first = 1,
  pathOf = inImages,
): Promise<ImageItem[]> {
  const { maxImageBytes } = ports.settings;
  const given = images.map((item, at) => readImageItem(item, pathOf(at), at + first, maxImageBytes));
  const items: ImageItem[] = [];
  for (const [at, item] of given.entries()) {
    items.push({ ...item, source: await settleSource(ports, workspaceId, item.source, 'image', pathOf(at)) });
  }
  return items;
}

/**
 * Makes screenshots of the images that came with a request, each at its position in it.
 * @throws DomainError that names the first image that cannot be used; then nothing is kept
 */
export async function keepItems(
  ports: Ports,
  review: RowKey,
  parentId: string | null,
  items: ImageItem[],
  pathOf = inImages,
): Promise<NewShot[]> {
  const before = await shotsBefore(ports, review.workspaceId, parentId);
  const contents = items.flatMap(({ source }) => ('url' in source ? [] : [source]));
  const sent = await findSent(ports, review.workspaceId, contents);
  const shots: NewShot[] = [];
  try {
    for (const [position, { source: content, ...item }] of items.entries()) {
      if ('url' in content) continue;
      shots.push(
        await keepShot(ports, review, before, { ...item, content, position }, { sent }).catch((error: unknown) => {
          const isRefused = ports.images.isRefusal(error) || error instanceof UnknownImage;
          throw isRefused ? unusable(pathOf(position), error.message) : error;
        }),
      );
    }
  } catch (error) {
    await discardShots(ports, shots);
    throw error;
  }
  return shots;
}

/** Stores the images and documents of a request, and lists the screenshots that a worker is to make. */
export async function storeImages(
  ports: Ports,
  review: RowKey,
  parentId: string | null,
  source: Source,
  input: SourceInput,
): Promise<StoredImages> {
  const items = source.kind === 'images' ? await readItems(ports, review.workspaceId, source.images) : [];
  const wanted = await readWanted(ports, review, source, input, items);
  const shots = await keepItems(ports, review, parentId, items);
  return { pageUrl: source.kind === 'capture' ? source.url : (items[0]?.pageUrl ?? null), shots, wanted };
}

export async function discardImages(ports: Ports, { shots, wanted }: StoredImages): Promise<void> {
  await discardShots(ports, shots);
  await discardDocuments(ports, wanted);
}
