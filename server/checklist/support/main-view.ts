import type { Other, Scene } from '../rule.ts';

const screenWidth = ({ shot }: Pick<Scene, 'shot'>): number => shot.viewport?.width ?? 0;

/** Returns the screenshots of the same page on other screens. */
export const otherViews = (scene: Scene): Other[] =>
  scene.others.filter(({ shot }) => shot.pageUrl !== null && shot.pageUrl === scene.shot.pageUrl);

/** Whether this is the widest view of its page: faults of the page itself are reported only there. */
export const isMainView = (scene: Scene): boolean =>
  otherViews(scene).every((other) => screenWidth(other) <= screenWidth(scene));

/** Returns the widest view of the page when this one is narrower; null when there is none. */
export function widerView(scene: Scene): Other | null {
  const [widest] = otherViews(scene)
    .filter((other) => screenWidth(other) > screenWidth(scene))
    .sort((one, other) => screenWidth(other) - screenWidth(one));
  return widest ?? null;
}
