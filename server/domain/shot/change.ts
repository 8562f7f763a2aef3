import type { Alignment } from '../../contract/alignment.ts';
import type { Cause } from '../../contract/cause.ts';
import { Viewport } from '../../contract/source.ts';
import type { ChangeMap, DifferentArea } from '../port-types.ts';
import { decodeChangeMap } from './change-map.ts';
import type { ComparedShot, ShotRow } from './store.ts';

interface Change {
  kind: ComparedShot['changeKind'];
  map: ChangeMap | null;
}

/** Caches the change of a screenshot, which is read for each of its marks. */
const read = new WeakMap<ComparedShot, Change>();

/**
 * Returns how a screenshot differs from its counterpart in the previous pass; `kind` is null on a first pass.
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

/** A changed area as it is stored: fractions of the new screenshot. */
export interface StoredArea {
  x: number;
  y: number;
  width: number;
  height: number;
  kind: DifferentArea['kind'];
  share: number;
}

/** An area and why it changed, the best reason first; empty where nothing tells. */
interface ExplainedArea extends StoredArea {
  causes: Cause[];
}

/** Converts an area of a comparison, in pixels. */
export function toStored(area: DifferentArea, { width, height }: { width: number; height: number }): StoredArea {
  const inside = (value: number): number => Math.min(1, Math.max(0, value));
  return {
    x: inside(area.x / width),
    y: inside(area.y / height),
    width: inside(area.width / width),
    height: inside(area.height / height),
    kind: area.kind,
    share: inside(area.pixels / (width * height)),
  };
}

/** Returns the areas of a stored comparison. This service stored them, so their shape is known. */
export const readAreas = (stored: unknown): ExplainedArea[] =>
  ((stored ?? []) as (StoredArea & { causes?: Cause[] })[]).map(({ causes = [], ...area }) => ({ ...area, causes }));

/** Returns what lays the earlier image over the later one so that the same content is in the same place. */
export const alignmentOf = ({ rows, blocks = [], hidden = [] }: ChangeMap): Alignment => ({
  rows: rows.map(({ from, to, length }) => [from, to, length]),
  blocks: blocks.map(({ x, y, width, height, from }) => [x, y, width, height, from]),
  hidden: hidden.map(({ x, y, width, height, at }) => [x, y, width, height, at]),
});
