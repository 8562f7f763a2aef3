import type { ShotRef } from '../marking/drafts.ts';
import type { Screenshot } from '../shared/types.ts';

export type Shot = Pick<Screenshot, 'index' | 'label' | 'width' | 'height' | 'viewport'>;

export const refOf = ({ label, width, height, viewport }: Omit<Shot, 'index'>): ShotRef => ({
  label,
  width,
  height,
  scale: viewport?.scale ?? null,
});

export function shotRef(shots: readonly Shot[], index: number): ShotRef | undefined {
  const shot = shots.find((each) => each.index === index);
  return shot === undefined ? undefined : refOf(shot);
}

/** Returns the screenshot with this label; where that repeats, the one at this index, else the first. */
export function sameShot<Of extends Pick<Shot, 'index' | 'label'>>(
  shots: readonly Of[],
  { index, label }: { index: number; label: string | undefined },
): Of | undefined {
  const alike = shots.filter((shot) => shot.label === label);
  return alike.find((shot) => shot.index === index) ?? alike[0];
}
