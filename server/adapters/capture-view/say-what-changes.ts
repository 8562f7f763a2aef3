import { type Capture, type CaptureViewport, changesByItself, type Notice } from '../../capture/index.ts';
import type { ImageTools } from '../../domain/port-types.ts';

const mostPlaces = 3;

/** Adds to the notice of a page that changes by itself where it does, in CSS pixels, so that it can be masked. */
export async function sayWhatChanges(
  shot: Capture,
  viewport: CaptureViewport,
  compare: ImageTools['compare'],
): Promise<Notice[]> {
  if (shot.earlier === null) return shot.notices;
  // What cannot be compared, for instance a picture of another size, changes somewhere all the same.
  const difference = await compare(shot.earlier, shot.png).catch(() => null);
  const areas = (difference?.areas ?? []).toSorted((a, b) => b.pixels - a.pixels);
  if (areas.length === 0) return shot.notices;
  const px = (value: number) => Math.round(value / viewport.scale);
  const places = areas
    .slice(0, mostPlaces)
    .map(({ x, y, width, height }) => `${px(width)} × ${px(height)} px at ${px(x)}, ${px(y)}`);
  const more = areas.length > mostPlaces ? '; …' : '';
  const words = `Part of this page changes by itself (${places.join('; ')}${more}): name it in \`mask\`, or two captures may differ.`;
  return shot.notices.map((notice) => (notice.message === changesByItself ? { ...notice, message: words } : notice));
}
