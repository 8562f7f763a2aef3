import { elementsIn, parentOf } from './trees.ts';

/** Whether a fixed box below this element is fixed to it instead of the screen. */
function holdsFixed(element: Element): boolean {
  const style = getComputedStyle(element);
  const moves = [style.transform, style.translate, style.rotate, style.scale, style.perspective, style.filter];
  return (
    moves.some((value) => value !== '' && value !== 'none') ||
    (style.backdropFilter !== undefined && style.backdropFilter !== 'none') ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|perspective|filter|translate|rotate|scale/.test(style.willChange) ||
    (style.containerType !== undefined && style.containerType !== 'normal')
  );
}

function scrolls(element: Element): boolean {
  if (element === document.documentElement || element === document.body) return false;
  return /auto|scroll|hidden|overlay/.test(getComputedStyle(element).overflowY);
}

function isUnder(element: Element, test: (ancestor: Element) => boolean): boolean {
  for (let each = parentOf(element); each !== null; each = parentOf(each)) if (test(each)) return true;
  return false;
}

function isAtBottom(element: HTMLElement, screen: number): boolean {
  const box = element.getBoundingClientRect();
  if (box.height >= screen * 0.9) return false;
  const declared = element.computedStyleMap();
  const top = String(declared.get('top') ?? 'auto');
  const bottom = String(declared.get('bottom') ?? 'auto');
  if (top === 'auto') return bottom !== 'auto';
  if (bottom !== 'auto' && box.top < screen / 2) return false;
  return box.top >= screen / 2 && box.bottom >= screen * 0.8;
}

/** Returns a function that moves an element down, or null if the element stays. */
function moveOf(element: HTMLElement, screen: number, down: number): (() => void) | null {
  const style = getComputedStyle(element);
  const inline = element.style;
  if (style.position === 'sticky' && style.bottom !== 'auto' && !isUnder(element, scrolls)) {
    return () => inline.setProperty('bottom', 'auto', 'important');
  }
  if (style.position !== 'fixed' || isUnder(element, holdsFixed) || !isAtBottom(element, screen)) return null;
  const top = Number.parseFloat(style.top) + down;
  const bottom = Number.parseFloat(style.bottom) - down;
  if (!Number.isFinite(top) || !Number.isFinite(bottom)) return null;
  return () => {
    inline.setProperty('transition', 'none', 'important');
    inline.setProperty('top', `${top}px`, 'important');
    inline.setProperty('bottom', `${bottom}px`, 'important');
  };
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // A form with fields named like the properties used here: it stays where it is.
    return null;
  }
}

/**
 * Moves elements that stick to the screen's lower edge to the lower end of an image of `height` CSS pixels, as people
 * see them after scrolling there. Otherwise they would cover the image's middle. Elements that fill the screen
 * (dialogs, backdrops, side bars) or stick to the top stay on the first screen. Expects the page to be scrolled to its
 * top.
 */
export function moveBottomBars(height: number): void {
  const screen = document.documentElement?.clientHeight ?? innerHeight;
  const down = height - screen;
  if (!(down > 0)) return;
  // All are judged before the first one moves.
  const moves = elementsIn(document).map((element) => attempt(() => moveOf(element, screen, down)));
  for (const move of moves) if (move !== null) attempt(move);
}
