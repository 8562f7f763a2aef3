// What the functions that run inside the page use of it.
interface Part {
  textContent: string | null;
  isConnected: boolean;
  querySelector(selector: string): object | null;
  contains(other: Part): boolean;
  getBoundingClientRect(): { top: number; bottom: number; left: number; width: number; height: number };
  scrollIntoView(options: { block: 'center'; behavior: 'instant' }): void;
}

declare const document: { querySelectorAll(selector: string): Iterable<Part> };
declare const window: {
  innerHeight: number;
  scrollY: number;
  sightlineFaded?: Part[];
  getComputedStyle(element: Part): { opacity: string; position: string };
};

/**
 * Runs inside the page, scrolled to its top: how many parts below the screen take room on a screenshot `height` CSS
 * pixels tall and are transparent. Keeps them for `scrollToFaded`.
 */
export function countFaded(height: number): number {
  const found: Part[] = [];
  for (const part of document.querySelectorAll('body *')) {
    const { opacity, position } = window.getComputedStyle(part);
    if (opacity !== '0' || !/^(static|relative)$/.test(position)) continue;
    const box = part.getBoundingClientRect();
    if (box.width < 100 || box.height < 40 || box.top < window.innerHeight || box.top >= height) continue;
    const hasContent = (part.textContent ?? '').trim() !== '' || part.querySelector('img, svg, video, canvas') !== null;
    if (hasContent && !found.some((outer) => outer.contains(part))) found.push(part);
  }
  window.sightlineFaded = found;
  return found.length;
}

/** Runs inside the page: scrolls to one of those. */
export function scrollToFaded(at: number): void {
  window.sightlineFaded?.[at]?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Runs inside the page: whether any of them can be seen now. */
export function isAnyShown(): boolean {
  return (window.sightlineFaded ?? []).some(
    (part) => part.isConnected && window.getComputedStyle(part).opacity !== '0',
  );
}
