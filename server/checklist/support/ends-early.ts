import type { PixelBox } from '../../contract/shot-facts.ts';
import type { Scene } from '../rule.ts';

/** CSS pixels: a box that ends this near the screenshot's end is cut off by it. */
const NEAR = 4;
/** The share of the screenshot's height above which a box concerns the whole screenshot. */
const PLACE = 0.5;

/** Whether the page continues below the screenshot. */
export const endsEarly = ({ shot }: Pick<Scene, 'shot'>): boolean => shot.notices?.includes('cut_below') === true;

/** Whether the screenshot's end cuts the box off, so that the fault may come from the screenshot. */
export function isAtCut(box: PixelBox | null, scene: Pick<Scene, 'shot' | 'facts'>): boolean {
  if (box === null || !endsEarly(scene) || box.height > scene.shot.height * PLACE) return false;
  return box.y + box.height >= scene.shot.height - NEAR * scene.facts.scale;
}
