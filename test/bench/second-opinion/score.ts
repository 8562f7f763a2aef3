import type { Scene } from '../../../server/checklist/rule.ts';
import type { Finding } from '../../../server/checklist/run-rules.ts';
import type { PixelBox } from '../../../server/domain/port-types.ts';
import type { Defect } from './labelled.ts';

/** Where one screenshot shows a defect, in its pixels. Without boxes the whole screenshot is affected. */
export interface Label {
  defect: Defect;
  boxes: PixelBox[];
}

interface Shot {
  labels: readonly Label[];
  findings: readonly Finding[];
  scene: Pick<Scene, 'shot'>;
}

/** The findings on the screenshots of one case, compared with its defects. */
export interface Score {
  findings: number;
  /** The number of findings that name the defect at its place. */
  right: number;
  alarms: Finding[];
  defects: number;
  /** The number of defects that a finding names, on any of the screenshots that show it. */
  found: number;
  missed: Defect[];
}

const OVERLAP = 0.1;
/** A box that covers a larger share of the screenshot does not count as a place. */
const ANYWHERE = 0.4;

const areaOf = ({ width, height }: PixelBox): number => width * height;

const holdsCentre = (outer: PixelBox, inner: PixelBox): boolean => {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
};

/** Returns whether the found box is at the place: they share a tenth, or one contains the other’s centre. */
function isAt(found: PixelBox, place: PixelBox, shot: { width: number; height: number }): boolean {
  const width = Math.min(found.x + found.width, place.x + place.width) - Math.max(found.x, place.x);
  const height = Math.min(found.y + found.height, place.y + place.height) - Math.max(found.y, place.y);
  const shared = width > 0 && height > 0 ? width * height : 0;
  if (shared / (areaOf(found) + areaOf(place) - shared) >= OVERLAP) return true;
  const isPlace = areaOf(found) <= ANYWHERE * shot.width * shot.height;
  return holdsCentre(place, found) || (isPlace && holdsCentre(found, place));
}

function fits(
  { rule, area, others }: Finding,
  { defect, boxes }: Label,
  rules: readonly string[],
  shot: { width: number; height: number },
): boolean {
  if (!rules.includes(rule)) return false;
  if (defect.at === null) return true;
  if (area === null) return false;
  return [area, ...others].some(({ x, y, width, height }) => {
    const box = { x: x * shot.width, y: y * shot.height, width: width * shot.width, height: height * shot.height };
    return boxes.some((place) => isAt(box, place, shot));
  });
}

const isSaid = ({ findings, scene }: Shot, label: Label): boolean =>
  findings.some((finding) => fits(finding, label, label.defect.rules, scene.shot));

const isRight = ({ labels, scene }: Shot, finding: Finding): boolean =>
  labels.some((label) => fits(finding, label, [...label.defect.rules, ...(label.defect.also ?? [])], scene.shot));

export function scoreCase(defects: readonly Defect[], shots: readonly Shot[]): Score {
  const findings = shots.flatMap((shot) => shot.findings);
  const alarms = shots.flatMap((shot) => shot.findings.filter((finding) => !isRight(shot, finding)));
  const missed = defects.filter(
    (defect) => !shots.some((shot) => shot.labels.some((label) => label.defect === defect && isSaid(shot, label))),
  );
  return {
    findings: findings.length,
    right: findings.length - alarms.length,
    alarms,
    defects: defects.length,
    found: defects.length - missed.length,
    missed,
  };
}
