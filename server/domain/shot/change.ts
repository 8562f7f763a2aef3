import { Viewport } from '../../contract/source.ts';
import type { ChangeMap } from '../port-types.ts';
import { decodeChangeMap } from './change-map.ts';
import type { ComparedShot, ShotRow } from './store.ts';

interface Change {
  kind: ComparedShot['changeKind'];
  map: ChangeMap | null;
}

/** Read once for all marks on a screenshot. */
const read = new WeakMap<ComparedShot, Change>();

/** How a screenshot differs from the one of the same label of the pass before; `kind` null on a first pass. */
export function changeOf(shot: ComparedShot): Change {
  const known = read.get(shot);
  if (known !== undefined) return known;
  const { changeKind: kind, changeMap: map } = shot;
  const change: Change = { kind, map: map === null ? null : decodeChangeMap(map) };
  read.set(shot, change);
  return change;
}

/** Device pixels per CSS pixel; null for an image that carries none. */
export const pixelRatioOf = ({ viewport }: Pick<ShotRow, 'viewport'>): number | null =>
  viewport === null ? null : Viewport.parse(viewport).scale;

/** In pixels */
export const sizeOf = (shot: Pick<ShotRow, 'width' | 'height' | 'viewport'>) => ({
  width: shot.width,
  height: shot.height,
  pixelRatio: pixelRatioOf(shot),
});
