import type { CapturedBox, CapturedFacts } from '../../capture/index.ts';
import type { ShotFacts } from '../../checklist/index.ts';
import type { PixelBox } from '../../domain/port-types.ts';

/** Converts a box to an image with `scale` pixels per CSS pixel. Keeps fractions, so that sizes stay true. */
export const toPixels = ({ x, y, width, height }: CapturedBox, scale: number): PixelBox => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});

/**
 * Converts the facts of a page or an email to pixels of its image. Without the facts from an email's source, which are
 * added elsewhere.
 */
export function toShotFacts(
  captured: CapturedFacts | null,
  kind: 'page' | 'email',
  viewport: { width: number; scale: number },
): ShotFacts | null {
  if (captured === null) return null;
  const { scale } = viewport;

  const placed = <T extends { box: CapturedBox }>(list: readonly T[]) =>
    list.map((each) => ({ ...each, box: toPixels(each.box, scale) }));

  const pageOf = (page: CapturedFacts['page']) => ({
    ...page,
    spills: placed(page.spills),
    unseenLinks: placed(page.unseenLinks),
    cutTables: placed(page.cutTables),
  });

  return {
    kind,
    scale,
    texts: placed(captured.texts).map((text) => ({ ...text, sure: null })),
    images: placed(captured.images),
    controls: placed(captured.controls),
    violations: placed(captured.violations),
    page: kind === 'page' ? pageOf(captured.page) : null,
    email: null,
    slide: null,
  };
}
