import type { Other, Scene } from '../rule.ts';

const screenWidth = ({ shot }: Pick<Scene, 'shot'>): number => shot.viewport?.width ?? 0;

/** The same page on other screens. */
export const otherViews = (scene: Scene): Other[] =>
  scene.others.filter(({ shot }) => shot.pageUrl !== null && shot.pageUrl === scene.shot.pageUrl);

/** Whether this is the widest view of its page: what is true of the page itself is reported there, once. */
export const isMainView = (scene: Scene): boolean =>
  otherViews(scene).every((other) => screenWidth(other) <= screenWidth(scene));

/** The widest view of the page where this one is narrower; null when there is none. */
export function widerView(scene: Scene): Other | null {
  const [widest] = otherViews(scene)
    .filter((other) => screenWidth(other) > screenWidth(scene))
    .sort((one, other) => screenWidth(other) - screenWidth(one));
  return widest ?? null;
}
