import { type Capture, changesByItself, type Notice, type Subject } from '../../capture/index.ts';
import type { ImageTools } from '../../domain/port-types.ts';

const maxAreas = 3;

/**
 * Adds the changing areas, in CSS pixels, to the notice of a page that changes by itself, so that they can be masked.
 */
export async function nameChangingAreas(
  { png, earlier, notices }: Capture,
  scale: number,
  subject: Subject,
  compare: ImageTools['compare'],
): Promise<Notice[]> {
  if (earlier === null) return notices;
  // Screenshots that cannot be compared, for instance of different sizes, still keep their notice.
  const difference = await compare(earlier, png).catch(() => null);
  const areas = (difference?.areas ?? []).toSorted((a, b) => b.pixels - a.pixels);
  if (areas.length === 0) return notices;
  const px = (value: number) => Math.round(value / scale);
  const named = areas
    .slice(0, maxAreas)
    .map(({ x, y, width, height }) => `${px(width)} × ${px(height)} px at ${px(x)}, ${px(y)}`);
  if (areas.length > maxAreas) named.push('…');
  const withAreas = changesByItself(subject, named.join('; '));
  return notices.map((notice) => (notice.code === withAreas.code ? withAreas : notice));
}
