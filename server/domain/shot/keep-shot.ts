import type { ShotFacts } from '../../checklist/index.ts';
import { byLabel, onlyKey } from '../../contract/by-label.ts';
import type { Notice, NoticeCode } from '../../contract/notice.ts';
import type { PageState } from '../../contract/page-state.ts';
import type { Viewport } from '../../contract/source.ts';
import { findCauses } from '../cause/find-causes.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { ElementMap, SafeImage } from '../port-types.ts';
import type { Ports, RowKey } from '../ports.ts';
import { toStored } from './change.ts';
import { encodeChangeMap } from './change-map.ts';
import { packElements, packFacts, readElementMap } from './element-file.ts';
import { fileKey, imageFiles, ownFiles, sharesImage } from './files.ts';
import { findSent, type ImageContent, keepImage, type Sent } from './keep-image.ts';
import { labelsBefore } from './moved-page.ts';
import { listShots, type NewShot, type ShotRow, shotProgress } from './store.ts';

export interface Image {
  content: ImageContent;
  label: string;
  position: number;
  pageUrl: string | null;
  viewport: Viewport | null;
  state?: PageState | null;
  elements: ElementMap | null;
  facts?: ShotFacts | null;
  pageNumber?: number;
  notices?: readonly Notice[];
}

/** The screenshots of the parent pass by label, with which each new one is compared. Null on a first pass. */
export type Before = { shots: ReadonlyMap<string, ShotRow>; areAllMade: boolean } | null;

export async function shotsBefore(ports: Ports, workspaceId: string, parentId: string | null): Promise<Before> {
  if (parentId === null) return null;
  const shots = await listShots(ports.db, workspaceId, [parentId]);
  const { waiting } = await shotProgress(ports.db, workspaceId, parentId);
  return { shots: byLabel(shots), areAllMade: waiting === 0 };
}

type Compared = Pick<SafeImage, 'sha256' | 'width' | 'height'> & {
  noticeCodes: readonly string[];
  read(): Promise<Buffer>;
  elements(): Promise<ElementMap | null>;
};

const extentOf = ({ height, noticeCodes }: Pick<Compared, 'height' | 'noticeCodes'>) => ({
  height,
  isCut: noticeCodes.includes('cut_below' satisfies NoticeCode),
  lacksElements: noticeCodes.includes('elements_incomplete' satisfies NoticeCode),
});

/** Compares an earlier screenshot with an image; null when the earlier one was deleted meanwhile. */
export async function differenceBetween(ports: Ports, before: ShotRow, after: Compared) {
  const [earlier, later] = await Promise.all([ports.storage.find(before.storageKey), after.read()]);
  if (earlier === null) return null;
  const { areas, ...found } = await ports.images.compare(earlier, later);
  const [was, is] =
    areas.length === 0 ? [null, null] : await Promise.all([readElementMap(ports, before), after.elements()]);
  const extents = { before: extentOf(before), after: extentOf(after) };
  const causes =
    was === null || is === null ? [] : findCauses(areas, { before: was, after: is, map: found.map, extents });
  return { ...found, areas: areas.map((area, at) => ({ ...toStored(area, after), causes: causes[at] ?? [] })) };
}

/** Returns how the screenshot differs from that of the same key in the previous pass. Without a key, this is open. */
export async function change(ports: Ports, before: Before, key: string | null, shot: Compared) {
  const none = { changeKind: null, changeShare: null, diff: null } as const;
  if (before === null || key === null) return none;
  const earlier = before.shots.get(key);
  // While the parent's screenshot may still come, the result is unknown.
  if (earlier === undefined) return before.areAllMade ? { ...none, changeKind: 'new' as const } : none;
  if (earlier.sha256 === shot.sha256) return { ...none, changeKind: 'identical' as const, changeShare: 0 };
  const found = await differenceBetween(ports, earlier, shot);
  // One that was deleted since counts as one that never existed.
  if (found === null) return { ...none, changeKind: 'new' as const };
  const { kind, share, diff, areas, map } = found;
  return {
    changeKind: kind,
    changeShare: share,
    diff,
    changeAreas: areas,
    ...(map === null ? {} : { changeMap: encodeChangeMap(map) }),
  };
}

interface Options {
  /** Also makes the thumbnail and the strips */
  ahead?: boolean;
  /** What was looked up for several images at once */
  sent?: Sent;
}

/** Checks an image, and re-encodes it unless it is stored already. @throws like `keepImage` */
async function check(ports: Ports, review: RowKey, image: Image, { ahead = false, sent }: Options) {
  const { workspaceId } = review;
  const at = { id: newId(ports.clock()), reviewId: review.id, workspaceId };
  const known = sent ?? (await findSent(ports, workspaceId, [image.content]));
  const kept = await keepImage(ports, at, image.content, known, ahead);
  const { label, pageNumber = null, elements } = image;
  return { at, image, kept, label, pageNumber, elements, sha256: kept.sha256 };
}

/** Compares a checked image with its counterpart in the parent, and writes its files whole. */
async function keep(
  ports: Ports,
  before: Before,
  { at, image, kept: { files, read, ...kept } }: Awaited<ReturnType<typeof check>>,
  labelBefore: string | null,
): Promise<NewShot> {
  // Which of several screenshots of a label this is, is known when all are there.
  const key = before === null ? null : onlyKey(before.shots, labelBefore ?? image.label);
  const noticeCodes = (image.notices ?? []).map(({ code }) => code);
  const { diff, ...changed } = await change(ports, before, key, {
    ...{ ...kept, noticeCodes, read },
    elements: async () => image.elements,
  });
  const shot: NewShot = {
    ...at,
    ...kept,
    position: image.position,
    label: image.label,
    capability: randomBase62(27),
    diffKey: diff === null ? null : fileKey(at, 'difference.png'),
    ...(image.viewport === null ? {} : { viewport: image.viewport }),
    ...(image.state == null ? {} : { pageState: image.state }),
    pageUrl: image.pageUrl,
    pageNumber: image.pageNumber ?? null,
    elementsKey: image.elements === null ? null : fileKey(at, 'elements.json.gz'),
    factsKey: image.facts == null ? null : fileKey(at, 'facts.json.gz'),
    notices: (image.notices ?? []).map(({ message }) => message),
    noticeCodes,
    labelBefore,
    ...changed,
    createdAt: ports.clock(),
  };
  if (diff !== null && shot.diffKey != null) files.set(shot.diffKey, diff);
  if (image.elements !== null && shot.elementsKey != null) {
    files.set(shot.elementsKey, await packElements(image.elements));
  }
  if (image.facts != null && shot.factsKey != null) files.set(shot.factsKey, await packFacts(image.facts));
  try {
    await Promise.all([...files].map(([key, bytes]) => ports.storage.put(key, bytes)));
  } catch (error) {
    await Promise.allSettled([...files.keys()].map((key) => ports.storage.remove(key)));
    throw error;
  }
  return shot;
}

/**
 * Makes a screenshot of an image: checks it, compares it with the parent's, and writes its files. The caller inserts the
 * row afterwards, because a row must never point at a missing file.
 * @throws like `keepImage`
 */
export const keepShot = async (ports: Ports, review: RowKey, before: Before, image: Image, options: Options = {}) =>
  keep(ports, before, await check(ports, review, image, options), null);

/**
 * Makes the screenshots of all images of one request, such as the pages of a PDF, of which each is compared with the
 * page that it was. If one fails, none is kept. @throws like `keepImage`
 */
export async function keepShots(
  ports: Ports,
  review: RowKey,
  before: Before,
  images: readonly Image[],
  options: Options = {},
): Promise<NewShot[]> {
  const checked: Awaited<ReturnType<typeof check>>[] = [];
  for (const image of images) checked.push(await check(ports, review, image, options));
  const labels = await labelsBefore(
    [[...(before?.shots.values() ?? [])], (shot) => readElementMap(ports, shot)],
    [checked, async ({ elements }) => elements],
  );
  const shots: NewShot[] = [];
  try {
    for (const each of checked) shots.push(await keep(ports, before, each, labels.get(each) ?? null));
  } catch (error) {
    await discardShots(ports, shots);
    throw error;
  }
  return shots;
}

/** Removes the files of screenshots whose transaction did not commit. */
export async function discardShots(ports: Ports, shots: readonly NewShot[]): Promise<void> {
  const keys = [...ownFiles(shots), ...shots.filter((shot) => !sharesImage(shot)).flatMap(imageFiles)];
  await Promise.allSettled(keys.map((key) => ports.storage.remove(key)));
}
