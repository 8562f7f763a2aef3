import type { Mark } from '../../contract/mark.ts';
import { boxAround } from '../../contract/strokes.ts';
import { invalid, notFound } from '../failure.ts';
import { isOutstanding } from '../mark/rules.ts';
import type { MarkShape, PixelBox } from '../port-types.ts';
import type { Handler } from '../ports.ts';
import { show } from '../review/view.ts';
import { listSentImages } from '../shot/store.ts';
import { boxInPixels } from '../work-packet/rules.ts';
import { chooseShot } from './choose-shot.ts';
import { partsOf, partsWith } from './parts.ts';
import { type Delivered, screenshotNotes } from './screenshot-notes.ts';
import { shownImages } from './shown-images.ts';
import { orMissing, type PlacedOn, type ShotView, viewOfShot } from './view-of-shot.ts';

const DAY_MS = 86_400_000;
/** Both sizes together stay under a megabyte in base64, the most that clients accept in one answer. */
const PART_BYTES = 500_000;
const OVERVIEW_BYTES = 180_000;
/** The fewest pixels of width at which a whole screenshot is still useful. A taller one is not sent whole. */
const MIN_WIDTH = 160;
const LONG_EDGE = 1568;
/** More marks than this would hide the screenshot. */
const MAX_MARKS = 200;

const urgency = ({ mark }: PlacedOn): number => (!isOutstanding(mark.status) ? 2 : mark.must_fix ? 0 : 1);

const toMarkShape = ({ mark, box, lines }: PlacedOn): MarkShape => ({
  number: mark.id,
  box,
  lines,
  kind: !isOutstanding(mark.status) ? 'settled' : mark.must_fix ? 'must_fix' : 'open',
});

/** Returns the region that a mark is about, with what is drawn on it: where it lies, or where it would lie on a pass that did not have it yet. */
function boxOf(mark: Mark, view: ShotView): PixelBox {
  const placed = view.marks.find((each) => each.mark.id === mark.id);
  if (placed !== undefined) return boxAround(placed.box, placed.lines);
  const { x, y, width, height } = mark;
  return boxInPixels({ x: x ?? 0, y: y ?? 0, width, height }, view);
}

/** Returns a screenshot for a model to look at, in parts where the whole would be too small to read. */
export const getScreenshot: Handler<'get_screenshot'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  const shown = await show(ports, ports.db, { id: input.id, workspaceId });
  if (shown === null) throw notFound();
  const { review } = shown;
  const keptSince = new Date(ports.clock().getTime() - ports.settings.retentionDays * DAY_MS);
  const { shot, mark } = chooseShot(review, input, keptSince);
  const kind = input.view ?? 'shot';
  const view = await viewOfShot(ports, shown, shot, kind);
  const whole = { x: 0, y: 0, width: view.width, height: view.height };
  const area = mark === null ? whole : ports.images.surroundings(boxOf(mark, view), whole);
  const parts = partsOf(area);
  const number = input.part ?? 1;
  const part = parts[number - 1];
  if (part === undefined) {
    const many =
      parts.length === 1 ? 'shown in one piece. Leave part out' : `in ${parts.length} parts. Send 1 to ${parts.length}`;
    throw invalid('part', `There is no part ${number}: this is ${many}.`);
  }
  const standing = view.marks.filter((each) => each.mark.status !== 'withdrawn');
  const wanted = mark === null ? standing : view.marks.filter((each) => each.mark.id === mark.id);
  const byUrgency = wanted.toSorted((a, b) => urgency(a) - urgency(b));
  const drawn = input.pins === false ? [] : byUrgency.slice(0, MAX_MARKS);

  const delivered: Delivered[] = [];
  if (view.key !== null) {
    const { key } = view;
    const draw = shownImages(ports, { workspaceId, key }, () => orMissing(ports, view, ports.storage.get(key)));
    const marksOn = (box: PixelBox): MarkShape[] =>
      drawn.filter((each) => partsWith([box], each.box).length > 0).map(toMarkShape);
    const isNarrow = (area.width * LONG_EDGE) / area.height < MIN_WIDTH;
    if (parts.length > 1 && input.part === undefined && !isNarrow) {
      delivered.push({ image: await draw(area, marksOn(area), OVERVIEW_BYTES), area, part: null });
    }
    delivered.push({ image: await draw(part, marksOn(part), PART_BYTES), area: part, part: number });
  }
  return {
    notes: screenshotNotes({ review, shot, view: kind, full: view, mark, marks: standing, drawn, parts, delivered }),
    images: delivered.map(({ image }) => ({
      media_type: image.contentType,
      data: image.bytes.toString('base64'),
    })),
  };
};

/** Returns which files the workspace lacks, so that a client sends only those. */
export const findMissingImages: Handler<'find_missing_images'> = async (ports, { workspaceId }, { sha256 }) => {
  const sent = await listSentImages(ports.db, workspaceId, sha256);
  return { missing: sha256.filter((hash) => !sent.has(hash)) };
};
