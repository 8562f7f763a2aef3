import type { Cause } from '../../contract/cause.ts';
import type { DifferentArea } from '../port-types.ts';

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
export interface ExplainedArea extends StoredArea {
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
