import type { PixelBox } from '../../../server/domain/port-types.ts';
import type { Found } from '../../../server/domain/second-opinion/checklist.ts';
import type { Defect } from './labelled.ts';

/** What is wrong with one shot, and where on it, in its pixels; no boxes: the whole shot. */
export interface Label {
  defect: Defect;
  boxes: PixelBox[];
  /** Counted as a defect of this shot; otherwise what is said of it here is right, and nothing is missing without */
  counts: boolean;
}

/** What was found on one shot, held against its labels. */
export interface Score {
  findings: number;
  right: number;
  defects: number;
  found: number;
  missed: Label[];
  alarms: Found[];
}

const OVERLAP = 0.1;
/** What covers more of the shot than this is no place. */
const ANYWHERE = 0.4;

const areaOf = ({ width, height }: PixelBox): number => width * height;

const holdsCentre = (outer: PixelBox, inner: PixelBox): boolean => {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
};

/** Whether the found box is at the place: they share a tenth, or one holds the other's centre. */
function isAt(found: PixelBox, place: PixelBox, shot: { width: number; height: number }): boolean {
  const width = Math.min(found.x + found.width, place.x + place.width) - Math.max(found.x, place.x);
  const height = Math.min(found.y + found.height, place.y + place.height) - Math.max(found.y, place.y);
  const shared = width > 0 && height > 0 ? width * height : 0;
  if (shared / (areaOf(found) + areaOf(place) - shared) >= OVERLAP) return true;
  const isPlace = areaOf(found) <= ANYWHERE * shot.width * shot.height;
  return holdsCentre(place, found) || (isPlace && holdsCentre(found, place));
}

function fits(
  { rule, area }: Found,
  { defect, boxes }: Label,
  rules: readonly string[],
  shot: { width: number; height: number },
): boolean {
  if (!rules.includes(rule)) return false;
  if (defect.at === null) return true;
  if (area === null) return false;
  const box = {
    x: area.x * shot.width,
    y: area.y * shot.height,
    width: area.width * shot.width,
    height: area.height * shot.height,
  };
  return boxes.some((place) => isAt(box, place, shot));
}

export function scoreShot(
  found: readonly Found[],
  labels: readonly Label[],
  shot: { width: number; height: number },
): Score {
  const says = (finding: Found, label: Label): boolean => fits(finding, label, label.defect.rules, shot);
  const isRight = (finding: Found): boolean =>
    labels.some(
      (label) =>
        says(finding, label) || (label.defect.also !== undefined && fits(finding, label, label.defect.also, shot)),
    );
  const counting = labels.filter(({ counts }) => counts);
  const missed = counting.filter((label) => !found.some((finding) => says(finding, label)));
  const alarms = found.filter((finding) => !isRight(finding));
  return {
    findings: found.length,
    right: found.length - alarms.length,
    defects: counting.length,
    found: counting.length - missed.length,
    missed,
    alarms,
  };
}
