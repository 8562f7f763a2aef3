import type { Broken } from './any-file.ts';
import { brokenJpegs } from './jpeg.ts';
import { brokenPngs } from './png.ts';
import { seeds } from './seeds.ts';
import { brokenWebps } from './webp.ts';

export type { Broken } from './any-file.ts';

/**
 * Damaged, inconsistent and hostile files, made one by one from whole ones, the same in every run. A few are still
 * valid.
 */
export async function brokenImages(): Promise<Broken[]> {
  const { png, jpeg, webp } = await seeds();
  return [...brokenPngs(png), ...brokenJpegs(jpeg), ...brokenWebps(webp)];
}
