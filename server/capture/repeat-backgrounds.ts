import { decodePng, toRgba } from './png-pixels.ts';
import { captureClip } from './screen.ts';
import type { CaptureViewport } from './viewport.ts';
import { untilDrawn } from './virtual-time.ts';
import type { World } from './world.ts';

/**
 * Shows the backgrounds that stand still behind the page on each screen of an image of `height` CSS pixels, as people
 * see them. Returns whether that was possible.
 */
export async function repeatBackgrounds(
  { session, run }: World,
  { width }: CaptureViewport,
  screenHeight: number,
  height: number,
): Promise<boolean> {
  await run('showBackgroundsAlone');
  const screen = { x: 0, y: 0, width, height: screenHeight };
  // Transparent where the page shows between the backgrounds.
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const png = await untilDrawn(session, () => captureClip(session, screen, 1));
  await session.send('Emulation.setDefaultBackgroundColorOverride');
  const pixels = decodePng(png);
  const data = toRgba(pixels).toString('base64');
  return run('repeatBackgrounds', { width: pixels.width, height: pixels.height, data }, height);
}
