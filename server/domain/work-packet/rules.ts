import { type CauseGroup, groupCauses } from '../../contract/cause-groups.ts';
import { MAX_CAUSES } from '../../contract/cause-limit.ts';
import type { ElementSource } from '../../contract/element-source.ts';
import type { Mark } from '../../contract/mark.ts';
import { fieldsOf } from '../../contract/mark-fields.ts';
import type { Screenshot } from '../../contract/review.ts';
import type { WorkPacket, WorkPackets } from '../../contract/work-packet.ts';
import { isOutstanding } from '../mark/rules.ts';
import type { PixelBox } from '../port-types.ts';

/** Returns the pixels of a screenshot that a place covers; a point has no size. */
export function boxInPixels(
  place: { x: number; y: number; width: number | null; height: number | null },
  shot: { width: number; height: number },
): PixelBox {
  return {
    x: Math.round(place.x * shot.width),
    y: Math.round(place.y * shot.height),
    width: Math.round((place.width ?? 0) * shot.width),
    height: Math.round((place.height ?? 0) * shot.height),
  };
}

type Since = 'base' | 'pass';
type Groups = (since: Since) => CauseGroup[];

/** Returns the causes of a pass by side, each computed once for all its marks. */
function groupsIn(shots: readonly Screenshot[]): Groups {
  const known = new Map<Since, CauseGroup[]>();
  return (since) => {
    const groups = known.get(since) ?? groupCauses(shots, since).groups;
    known.set(since, groups);
    return groups;
  };
}

/**
 * Returns why the marked area changed: since the base, then since the previous pass, unless what is marked looks as it
 * did there.
 */
function causesAt(mark: Mark, shot: Screenshot | null, groupsOf: Groups): WorkPacket['causes'] {
  const { x, y } = mark;
  if (shot === null || x === null || y === null) return [];
  const touches = (area: { x: number; y: number; width: number; height: number }): boolean =>
    x <= area.x + area.width &&
    area.x <= x + (mark.width ?? 0) &&
    y <= area.y + area.height &&
    area.y <= y + (mark.height ?? 0);
  const sides: Since[] = mark.change?.kind === 'identical' ? ['base'] : ['base', 'pass'];
  const found = sides.flatMap((since) => {
    const areas = (since === 'base' ? shot.base_change : shot.change)?.areas ?? [];
    const causes = areas.filter(touches).flatMap((area) => area.causes.slice(0, 2));
    return causes.map(({ summary, selector, certainty }) => {
      const group = groupsOf(since).find(({ cause }) => cause.summary === summary);
      return { summary, selector, certainty, since, screenshots: group?.screenshots.length ?? 1 };
    });
  });
  const first = found.filter((each, at) => found.findIndex(({ summary }) => summary === each.summary) === at);
  return first.slice(0, MAX_CAUSES);
}

/** Returns the address of the image of a mark's surroundings on one screenshot. */
export const markImage = (shotUrl: string, mark: number, clean: boolean): string =>
  shotUrl.replace(/shot$/, `mark-${mark}${clean ? '-clean' : ''}`);

interface PacketMark {
  mark: Mark;
  /** Where the element under the mark is on other screenshots, by the screenshots' ids */
  sameElement?: readonly { shotId: string; box: PixelBox }[];
  /** Where the element comes from in the source, best first */
  sources?: readonly ElementSource[];
  /** The previous pass's screenshot that the mark lay on */
  before?: Screenshot | null;
}

interface Pass {
  number: number;
  shots: Screenshot[];
  /** The screenshots by their ids */
  ids?: ReadonlyMap<string, { position: number }>;
}

function toPacket(
  { mark, sameElement = [], sources = [], before = null }: PacketMark,
  { number, shots, ids }: Pass,
  groupsOf: Groups,
): WorkPacket {
  const shot = shots.find((each) => each.index === mark.screenshot_index) ?? null;
  // A mark that lies on another screenshot now shows another thing, so it has no earlier image.
  const isCarried = mark.pass < number && before !== null && before.label === shot?.label;
  // Something else may be where a removed element was.
  const placed = mark.x !== null && mark.y !== null && mark.position !== 'element_removed';
  return {
    mark_id: mark.id,
    ...fieldsOf(mark),
    status: mark.status,
    pass: mark.pass,
    screenshot:
      shot === null
        ? null
        : { index: shot.index, label: shot.label, url: shot.url, width: shot.width, height: shot.height },
    position: mark.position,
    box_px:
      shot !== null && placed
        ? boxInPixels({ x: mark.x ?? 0, y: mark.y ?? 0, width: mark.width, height: mark.height }, shot)
        : null,
    crop_url: shot === null || !placed ? null : markImage(shot.url, mark.id, false),
    clean_crop_url: shot === null || !placed ? null : markImage(shot.url, mark.id, true),
    page_url: shot?.page_url ?? null,
    page_number: shot?.page_number ?? null,
    viewport: shot?.viewport ?? null,
    state: shot?.state ?? null,
    element: mark.element,
    source_code: mark.element === null ? [] : [...sources],
    same_element_in: sameElement.flatMap(({ shotId, box }) => {
      const index = ids?.get(shotId)?.position;
      return index === undefined ? [] : [{ screenshot_index: index, box_px: box }];
    }),
    causes: placed ? causesAt(mark, shot, groupsOf) : [],
    done_when: mark.criteria.filter(({ holds }) => holds === false).map(({ rule, now }) => `${rule} (now ${now})`),
    before_after:
      shot !== null && isCarried
        ? { before_url: markImage(before.url, mark.id, true), after_url: markImage(shot.url, mark.id, true) }
        : null,
    author: mark.author,
    source: mark.source,
    reopen_reason: mark.reopen_reason,
    replies: mark.replies,
    untrusted_text: true,
  };
}

/** Returns the outstanding marks of a pass as a fixing agent needs them. */
export function toWorkPackets(marks: PacketMark[], pass: Pass): WorkPackets {
  const open = marks.filter(({ mark }) => isOutstanding(mark.status));
  const groupsOf = groupsIn(pass.shots);
  return {
    pins: open.map((each) => toPacket(each, pass, groupsOf)),
    must_fix: open
      .filter(({ mark }) => mark.must_fix)
      .map(({ mark }) => ({
        mark_id: mark.id,
        summary: mark.body.length > 200 ? `${mark.body.slice(0, 199).toWellFormed()}…` : mark.body,
      })),
  };
}
