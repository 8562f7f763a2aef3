import { needsLook } from '../../contract/needs-look.ts';
import type { Screenshot } from '../shared/types.ts';

interface Shown extends Pick<Screenshot, 'base_change'> {
  index: number;
  page_url: string | null;
  viewport: { width: number } | null;
}

/**
 * Returns the screenshot to open at `width` CSS pixels: the first, or where that is too wide, the widest view of the
 * same page that fits, else its narrowest. Those that did not change since the base are opened only when none did.
 */
export function bestShot<Shot extends Shown>(all: readonly Shot[], width: number): Shot | undefined {
  const changed = all.filter((shot) => needsLook(shot));
  const shots = changed.length > 0 ? changed : all;
  const [first] = shots;
  const wide = first?.viewport?.width;
  if (first === undefined || wide === undefined || wide <= width) return first;
  const narrower = shots
    .filter((shot) => shot.page_url === first.page_url && (shot.viewport?.width ?? wide) < wide)
    .toSorted((a, b) => (b.viewport?.width ?? 0) - (a.viewport?.width ?? 0));
  return narrower.find((shot) => (shot.viewport?.width ?? wide) <= width) ?? narrower.at(-1) ?? first;
}
