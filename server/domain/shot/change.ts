import { Viewport } from '../../contract/source.ts';
import type { ChangeMap } from '../port-types.ts';
import { decodeChangeMap } from './change-map.ts';
import type { ComparedShot, ShotRow } from './store.ts';

interface Change {
  kind: ComparedShot['changeKind'];
  map: ChangeMap | null;
}

/** Caches the change of a screenshot, which is read for each of its marks. */
const read = new WeakMap<ComparedShot, Change>();

/**
 * Returns how a screenshot differs from the one of the same label in the previous pass; `kind` is null on a first pass.
 */
export function changeOf(shot: ComparedShot): Change {
  const known = read.get(shot);
  if (known !== undefined) return known;
  const { changeKind: kind, changeMap: map } = shot;
  const change: Change = { kind, map: map === null ? null : decodeChangeMap(map) };
  read.set(shot, change);
  return change;
}

/** Returns device pixels per CSS pixel; null for an image that carries none. */
export const pixelRatioOf = ({ viewport }: Pick<ShotRow, 'viewport'>): number | null =>
  viewport === null ? null : Viewport.parse(viewport).scale;

/** Returns the size in pixels, with the pixel ratio. */
export const sizeOf = (shot: Pick<ShotRow, 'width' | 'height' | 'viewport'>) => ({
  width: shot.width,
  height: shot.height,
  pixelRatio: pixelRatioOf(shot),
});
