import type { PixelBox } from '../facts.ts';
import type { Scene } from '../rule.ts';

/** Pixels of a CSS pixel's size: boxes that end that near to the screenshot's end are cut off by it. */
const NEAR = 4;
/** Share of the screenshot's height: what is taller is about all of it. */
const PLACE = 0.5;

/** Whether the page continues below the screenshot. */
export const endsEarly = ({ shot }: Pick<Scene, 'shot'>): boolean => shot.notices?.includes('cut_below') === true;

/** Whether the screenshot's end cuts the place off: what is wrong there may be the screenshot's doing. */
export function isAtCut(box: PixelBox | null, scene: Pick<Scene, 'shot' | 'facts'>): boolean {
  if (box === null || !endsEarly(scene) || box.height > scene.shot.height * PLACE) return false;
  return box.y + box.height >= scene.shot.height - NEAR * scene.facts.scale;
}
