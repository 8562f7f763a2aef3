let faded: Element[] = [];

/**
 * Counts the transparent parts below the screen that take up space on a screenshot of `height` CSS pixels. Keeps them
 * for `scrollToFaded`. Expects the page to be scrolled to its top.
 */
export function countFaded(height: number): number {
  faded = [];
  for (const part of document.querySelectorAll('body *')) {
    const { opacity, position } = getComputedStyle(part);
    if (opacity !== '0' || !/^(static|relative)$/.test(position)) continue;
    const box = part.getBoundingClientRect();
    if (box.width < 100 || box.height < 40 || box.top < innerHeight || box.top >= height) continue;
    const hasContent = (part.textContent ?? '').trim() !== '' || part.querySelector('img, svg, video, canvas') !== null;
    if (hasContent && !faded.some((outer) => outer.contains(part))) faded.push(part);
  }
  return faded.length;
}

export function scrollToFaded(index: number): void {
  faded[index]?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Returns whether any of the transparent parts can be seen now. */
export const isAnyShown = (): boolean =>
  faded.some((part) => part.isConnected && getComputedStyle(part).opacity !== '0');
