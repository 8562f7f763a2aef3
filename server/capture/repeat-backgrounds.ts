import { decodePng } from './png-pixels.ts';
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
  const pixels = decodePng(await untilDrawn(session, () => captureClip(session, screen, 1)));
  const all = pixels.width * pixels.height;
  const data = Buffer.alloc(all * 4, 255);
  for (let at = 0; at < all; at += 1) pixels.data.copy(data, at * 4, at * pixels.channels, at * pixels.channels + 3);
  return run(
    'repeatBackgrounds',
    { width: pixels.width, height: pixels.height, data: data.toString('base64') },
    height,
  );
}
