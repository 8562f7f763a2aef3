import { type Box, ownBox, styledBoxes } from './boxes.ts';
import { elementsIn } from './trees.ts';

/** Splits a list of CSS values at its commas, not at those inside parentheses. */
const layersOf = (value: string): string[] => value.split(/,\s*(?![^()]*(?:\([^()]*\)[^()]*)*\))/);

/** Returns the size at which a layer covers each screen when it repeats; null if it does not cover the screen. */
function tileOf(image: string, size: string, screen: number): string | null {
  if (/ 100%$/.test(size)) return size.replace(/100%$/, `${screen}px`);
  const isGradient = image.includes('gradient(');
  if (isGradient && /^(auto|auto auto|cover|contain)$/.test(size)) return `100% ${screen}px`;
  // Nearly every image is wider than an upright screen; on a wide one, its width hides the seams at the sides.
  if (size === 'cover') return innerWidth < screen ? `auto ${screen}px` : '100% auto';
  return null;
}

/** Repeats the backgrounds that cover the screen on each screen of a taller box. */
export function tile({ style, set }: Box, screen: number): void {
  const [sizes, repeats, positions] = [style.backgroundSize, style.backgroundRepeat, style.backgroundPosition].map(
    layersOf,
  ) as [string[], string[], string[]];
  const layers = layersOf(style.backgroundImage).map((image, at) => {
    const [size, repeat, position] = [sizes, repeats, positions].map((list) => list[at % list.length] ?? '');
    const tile = tileOf(image, size ?? '', screen);
    const across = position?.split(' ').length === 2 ? position.split(' ')[0] : '50%';
    return tile === null ? [size, repeat, position] : [tile, 'repeat', `${across} 0px`];
  });
  for (const [at, name] of ['size', 'repeat', 'position'].entries()) {
    set(`background-${name}`, layers.map((layer) => layer[at]).join(', '));
  }
}

function release(box: Box, screen: number): void {
  const { backgroundAttachment, backgroundImage } = box.style;
  if (!backgroundAttachment.includes('fixed') || backgroundImage === 'none') return;
  box.set('background-attachment', 'scroll');
  if (box.contentHeight() > screen) tile(box, screen);
}

/**
 * Lets backgrounds that stand still while the page scrolls move with it, and repeats them on each screen of a taller
 * part, because people see them behind all of it. The browser draws them on the first screen only.
 */
export function releaseBackgrounds(): void {
  const screen = document.scrollingElement?.clientHeight ?? innerHeight;
  for (const element of elementsIn(document)) {
    try {
      for (const box of [ownBox(element), ...styledBoxes(element)]) release(box, screen);
    } catch {
      // A form with a field named like a property used here.
    }
  }
}
