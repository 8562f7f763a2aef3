import { elementsIn, parentOf } from './trees.ts';

/** A blank place of the screenshot that may show something while it is on the screen */
interface Blank {
  scrollTo(): void;
  isFilled(): boolean;
}

const media = 'img, svg, video, canvas, iframe, input, textarea, select';

let blanks: Blank[] = [];

/** Finds the transparent parts below the screen that take up space. */
function findFaded(height: number): Blank[] {
  const faded: Element[] = [];
  for (const part of document.querySelectorAll('body *')) {
    const { opacity, position } = getComputedStyle(part);
    if (opacity !== '0' || !/^(static|relative)$/.test(position)) continue;
    const box = part.getBoundingClientRect();
    if (box.width < 100 || box.height < 40 || box.top < innerHeight || box.top >= height) continue;
    const hasContent = (part.textContent ?? '').trim() !== '' || part.querySelector('img, svg, video, canvas') !== null;
    if (hasContent && !faded.some((outer) => outer.contains(part))) faded.push(part);
  }
  return faded.map((part) => ({
    scrollTo: () => part.scrollIntoView({ block: 'center', behavior: 'instant' }),
    isFilled: () => part.isConnected && getComputedStyle(part).opacity !== '0',
  }));
}

/** Returns the upper and lower edges of visible texts and media, from the top of the page. */
function findContent(): { element: Element; top: number; bottom: number }[] {
  return elementsIn(document).flatMap((element) => {
    // Its fields may replace what is read here.
    if (element instanceof HTMLFormElement) return [];
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && /\S/.test(node.nodeValue ?? ''));
    if (!hasText && !element.matches(media)) return [];
    const { top, bottom, width } = element.getBoundingClientRect();
    const isVisible = width > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return isVisible ? [{ element, top: top + scrollY, bottom: bottom + scrollY }] : [];
  });
}

/** Whether an element follows the screen, as a bar or a menu does, and leaves most of it free. */
function followsScreen(element: Element | null): boolean {
  if (element === null) return false;
  if (!/^(fixed|sticky)$/.test(getComputedStyle(element).position)) return followsScreen(parentOf(element));
  const { width, height } = element.getBoundingClientRect();
  return width < innerWidth / 2 || height < innerHeight / 2;
}

/** Finds the tallest space without texts and media below the screen: a list may draw only the rows on the screen. */
function findGap(height: number): Blank[] {
  let gap = { top: 0, bottom: 0 };
  let end = innerHeight;
  const edges = [...findContent(), { top: height, bottom: height }].sort((one, other) => one.top - other.top);
  for (const { top, bottom } of edges) {
    if (Math.min(top, height) - end > gap.bottom - gap.top) gap = { top: end, bottom: Math.min(top, height) };
    end = Math.max(end, bottom);
  }
  const middle = (gap.top + gap.bottom) / 2;
  if (gap.bottom - gap.top < innerHeight / 2) return [];
  return [
    {
      scrollTo: () => scrollTo({ top: middle - innerHeight / 2, behavior: 'instant' }),
      isFilled: () =>
        findContent().some(
          ({ element, top, bottom }) => top > gap.top && bottom < gap.bottom && !followsScreen(element),
        ),
    },
  ];
}

/**
 * Counts the blank places below the screen, on a screenshot of `height` CSS pixels, where something may show while they
 * are on the screen. Keeps them for `scrollToBlank`. Expects the page to be scrolled to its top.
 */
export function countBlanks(height: number): number {
  blanks = [...findFaded(height), ...findGap(height)];
  return blanks.length;
}

// Returns nothing: browsers may return a promise of a scroll, which a stopped clock never keeps.
export function scrollToBlank(index: number): void {
  blanks[index]?.scrollTo();
}

/** Returns whether any of the blank places shows something now. */
export const isAnyFilled = (): boolean => blanks.some(({ isFilled }) => isFilled());
