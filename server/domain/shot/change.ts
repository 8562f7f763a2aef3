import { Viewport } from '../../contract/source.ts';
import type { ChangeMap } from '../port-types.ts';
import { decodeChangeMap } from './change-map.ts';
import type { ShotRow } from './store.ts';

/** How a shot differs from the one of the same label of the pass before; `kind` null on a first pass. */
export function changeOf(shot: Pick<ShotRow, 'changeKind' | 'changeMap'>): {
  kind: 'new' | 'identical' | 'changed' | null;
  map: ChangeMap | null;
} {
  const { changeKind: kind, changeMap: map } = shot;
  return {
    kind: kind === 'new' || kind === 'identical' || kind === 'changed' ? kind : null,
    map: map === null ? null : decodeChangeMap(map),
  };
}

/** Device pixels per CSS pixel; null for a picture that says nothing of it. */
export const pixelRatioOf = ({ viewport }: Pick<ShotRow, 'viewport'>): number | null =>
  viewport === null ? null : Viewport.parse(viewport).scale;
