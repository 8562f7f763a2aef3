import type { Point } from '../marking/geometry.ts';
import { maxScale, type Zoom } from './zoom.ts';

/** How a screenshot was viewed: its fraction at the middle of the stage's upper edge, and the zoom. */
export interface Look {
  fraction: Point;
  zoom: Zoom;
}

interface Kept {
  setItem(key: string, value: string): void;
  getItem(key: string): string | null;
}

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  Number.isFinite(value.x) &&
  Number.isFinite(value.y);

/** How the screenshots of a chain were viewed in this tab, by label: another pass opens at the same position. */
export interface ViewMemory {
  find(label: string): Look | null;
  keep(label: string, look: Look): void;
}

export function createViewMemory(storage: () => Kept, chain: string): ViewMemory {
  const key = (label: string) => `sightline:look:${chain}:${label}`;
  return {
    find(label) {
      try {
        const { fraction, zoom }: Partial<Look> = JSON.parse(storage().getItem(key(label)) ?? 'null') ?? {};
        if (!isPoint(fraction)) return null;
        const isKnown = zoom === 'whole' || (typeof zoom === 'number' && zoom > 0 && zoom <= maxScale);
        return { fraction, zoom: isKnown ? zoom : 'fit' };
      } catch {
        return null;
      }
    },
    keep(label, look) {
      try {
        storage().setItem(key(label), JSON.stringify(look));
      } catch {
        // A browser that keeps nothing opens every pass at its top.
      }
    },
  };
}
