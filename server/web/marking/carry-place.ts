import type { ShotRef } from './drafts.ts';
import { clamp, type Place, roundPlace } from './geometry.ts';

/** Returns the place at the same distance from the left and the top, as the service does: pages grow at their ends. */
export function carryPlace(place: Place, from: ShotRef, to: ShotRef): Place {
  const known = from.scale !== null && to.scale !== null;
  const scale = known ? (to.scale ?? 1) / (from.scale ?? 1) : to.width / from.width;
  const across = (from.width * scale) / to.width;
  const down = (from.height * scale) / to.height;
  const at = { x: clamp(place.x * across), y: clamp(place.y * down) };
  if (place.kind === 'point') return roundPlace({ kind: 'point', ...at });
  const [width, height] = [Math.min(place.width * across, 1), Math.min(place.height * down, 1)];
  return roundPlace({ kind: 'box', x: Math.min(at.x, 1 - width), y: Math.min(at.y, 1 - height), width, height });
}
