import { byLabel } from '../../contract/by-label.ts';
import type { Input } from '../../contract/client.ts';
import type { Mark } from '../../contract/mark.ts';
import type { Screenshot } from '../../contract/review.ts';
import { linesOf } from '../../contract/strokes.ts';
import { invalid, notFound } from '../failure.ts';
import type { Place } from '../mark/rules.ts';
import { listPlaces } from '../mark/store.ts';
import type { DrawnMark } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import type { Shown } from '../review/view.ts';
import { byLabelBefore } from '../shot/moved-page.ts';
import { findShotByCapability, type ShotRow } from '../shot/store.ts';
import { boxInPixels } from '../work-packet/rules.ts';

export type View = NonNullable<Input<'get_screenshot'>['view']>;

/** A mark and where it lies, in pixels of the image that is looked at. */
export interface PlacedOn extends Omit<DrawnMark, 'number'> {
  mark: Mark;
}

/** A stored image with the marks on it. */
export interface ShotView {
  /** The key of the file; null when there is nothing to see, because nothing changed */
  key: string | null;
  /** The capability of the screenshot it belongs to */
  capability: string;
  width: number;
  height: number;
  marks: PlacedOn[];
}

async function rowOf(ports: Ports, capability: string): Promise<ShotRow> {
  const row = await findShotByCapability(ports.db, capability);
  if (row === null) throw notFound('image');
  return row;
}

const capabilityOf = (shot: Screenshot): string => shot.url.split('/').at(-2) ?? '';

const onImage = (mark: Mark, place: Place, image: { width: number; height: number }): PlacedOn => ({
  mark,
  box: boxInPixels(place, image),
  lines: linesOf(mark.strokes, place, image),
});

const placedOn = (marks: readonly Mark[], shot: Screenshot): PlacedOn[] =>
  marks.flatMap((mark) => {
    const { screenshot_index: index, x, y, width, height } = mark;
    if (index !== shot.index || x === null || y === null) return [];
    return [onImage(mark, { x, y, width, height }, shot)];
  });

const nothingBefore = (label: string): string =>
  `The previous pass has nothing to compare “${label}” with. Leave \`view\` out.`;

/** Refuses a view that needs a previous pass when there is none. */
function requireEarlier({ review }: Shown, view: View): void {
  if (review.parent_id !== null) return;
  throw invalid(
    'view',
    `There is no pass before this one, so there is no ${view === 'before' ? 'screenshot before' : 'difference'}. Leave \`view\` out.`,
  );
}

async function difference(ports: Ports, shown: Shown, shot: Screenshot): Promise<ShotView> {
  requireEarlier(shown, 'difference');
  if (shot.change === null || shot.change.kind === 'new') throw invalid('view', nothingBefore(shot.label));
  const capability = capabilityOf(shot);
  const { diffKey } = await rowOf(ports, capability);
  return {
    key: diffKey,
    capability,
    width: shot.width,
    height: shot.height,
    marks: placedOn(shown.review.marks, shot),
  };
}

/** Returns the counterpart of a screenshot in the previous pass, with its marks where they were. */
async function before(ports: Ports, shown: Shown, shot: Screenshot): Promise<ShotView> {
  requireEarlier(shown, 'before');
  const { review, whole } = shown;
  const of = (pass: string | null) => whole.shots.filter(({ reviewId }) => reviewId === pass);
  const [key = ''] = [...byLabelBefore(of(review.id))].find(([, { position }]) => position === shot.index) ?? [];
  const earlier = byLabel(of(review.parent_id)).get(key);
  if (earlier === undefined) throw invalid('view', nothingBefore(shot.label));
  const { capability } = earlier;
  const { storageKey, workspaceId, reviewId } = await rowOf(ports, capability);
  const places = await listPlaces(ports.db, workspaceId, reviewId);
  const marks = places.flatMap((place): PlacedOn[] => {
    const mark = review.marks.find(({ id }) => id === place.number);
    return mark === undefined || place.shotId !== earlier.id ? [] : [onImage(mark, place, earlier)];
  });
  return { key: storageKey, capability, width: earlier.width, height: earlier.height, marks };
}

/** Returns what a view shows. @throws DomainError when this screenshot has no such view */
export async function viewOfShot(ports: Ports, shown: Shown, shot: Screenshot, view: View): Promise<ShotView> {
  if (view === 'difference') return difference(ports, shown, shot);
  if (view === 'before') return before(ports, shown, shot);
  const capability = capabilityOf(shot);
  const { storageKey } = await rowOf(ports, capability);
  return {
    key: storageKey,
    capability,
    width: shot.width,
    height: shot.height,
    marks: placedOn(shown.review.marks, shot),
  };
}

/**
 * Awaits a file of a screenshot. Rows are deleted before files: without its row a missing file means a deleted image,
 * otherwise a fault of ours.
 */
export async function orMissing<T>(
  ports: Ports,
  { capability }: { capability: string },
  reading: Promise<T>,
): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw (await findShotByCapability(ports.db, capability)) === null ? notFound('image') : error;
  }
}
