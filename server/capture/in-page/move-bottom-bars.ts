import { type Box, ownBox, styledBoxes } from './boxes.ts';
import { tile } from './release-backgrounds.ts';
import { elementsIn, parentOf, zoomOf } from './trees.ts';

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

export function isUnder(element: Element, test: (ancestor: Element) => boolean): boolean {
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

export function alphaOf(color: string): number {
  const [, alpha = '1'] = /(?:rgba\(.*,|\/)\s*([\d.]+)\)$/.exec(color) ?? [];
  return Number(alpha);
}

export function fillsScreen(element: HTMLElement, screen: number): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left < 1 && top < 1 && right > innerWidth - 1 && bottom > screen - 1;
}

/** Whether texts of the page lie in front of an element that fills the screen, and none behind it or inside it. */
function isBehindTexts(element: HTMLElement): boolean {
  if (element.textContent?.trim() !== '') return false;
  const before = element.style.pointerEvents;
  if (getComputedStyle(element).pointerEvents === 'none') element.style.pointerEvents = 'auto';
  const isInFront = [...document.querySelectorAll('body *')].flatMap((other) => {
    const hasText = [...other.childNodes].some((node) => node.nodeType === 3 && /\S/.test(node.nodeValue ?? ''));
    if (!hasText || !other.checkVisibility({ visibilityProperty: true })) return [];
    const { x, y, width, height } = other.getBoundingClientRect();
    const hits = document.elementsFromPoint(x + width / 2, y + height / 2);
    const [at, ground] = [hits.indexOf(other), hits.indexOf(element)];
    return at < 0 || ground < 0 ? [] : [at < ground];
  });
  if (element.style.pointerEvents !== before) element.style.pointerEvents = before;
  return isInFront.length > 0 && isInFront.every(Boolean);
}

/** Whether an element stands still behind every screen of the page. */
export function isBehind(element: HTMLElement, screen: number): boolean {
  const { position, zIndex } = getComputedStyle(element);
  if (position !== 'fixed' || !fillsScreen(element, screen)) return false;
  return Number.parseInt(zIndex, 10) < 0 || isBehindTexts(element);
}

/** Whether a box that fills the screen is a background or an ornament of every screen. */
const isOrnament = ({ zIndex, pointerEvents }: CSSStyleDeclaration): boolean =>
  Number.parseInt(zIndex, 10) < 0 || pointerEvents === 'none';

/** Whether an element is an ornament of every screen. What is inside one would move if it became taller. */
const isEmptyOrnament = (element: HTMLElement, screen: number): boolean =>
  element.innerHTML.trim() === '' &&
  !/^(img|video|canvas|iframe|svg|object|embed)$/i.test(element.tagName) &&
  fillsScreen(element, screen) &&
  (isOrnament(getComputedStyle(element)) || isBehind(element, screen));

/** Whether an element is behind every screen, but cannot be extended: an image, a video, one with parts of its own. */
const isFilledBackground = (element: HTMLElement, screen: number): boolean =>
  isBehind(element, screen) &&
  !isEmptyOrnament(element, screen) &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !isUnder(element, holdsFixed);

/** Extends a box over all screens. `height` is its own, in CSS pixels. */
function extend(box: Box, height: number, screen: number): void {
  box.set('transition', 'none');
  box.set('max-height', 'none');
  box.set('height', `${height}px`);
  tile(box, screen);
}

/** Returns functions that extend the ornaments of every screen that stylesheets add to an element. */
function extensionsOf(element: HTMLElement, screen: number, down: number): (() => void)[] {
  return styledBoxes(element).flatMap((box) => {
    const { position, top, right, bottom, left, height } = box.style;
    const fills = [top, right, bottom, left].every((edge) => Number.parseFloat(edge) < 1);
    if (position !== 'fixed' || !isOrnament(box.style) || !fills) return [];
    if (holdsFixed(element) || isUnder(element, holdsFixed)) return [];
    return () => extend(box, Number.parseFloat(height) + down / zoomOf(element), screen);
  });
}

/** Whether an element dims the screen, as behind an open dialog: people see nothing but the first screen then. */
function dims(element: HTMLElement, screen: number): boolean {
  if (element.matches(':modal')) return true;
  const style = getComputedStyle(element);
  if (style.position !== 'fixed' || isOrnament(style)) return false;
  const alpha = alphaOf(style.backgroundColor) * Number(style.opacity);
  if (alpha === 0 || alpha === 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
  return fillsScreen(element, screen) && !isBehind(element, screen);
}

/** Returns a function that moves an element down, or null if the element stays. */
function moveOf(element: HTMLElement, screen: number, down: number): (() => void) | null {
  const style = getComputedStyle(element);
  const inline = element.style;
  if (style.position === 'sticky' && style.bottom !== 'auto' && !isUnder(element, scrolls)) {
    return () => inline.setProperty('bottom', 'auto', 'important');
  }
  if (style.position !== 'fixed' || isUnder(element, holdsFixed)) return null;
  if (isEmptyOrnament(element, screen)) {
    const { height } = element.getBoundingClientRect();
    return () => extend(ownBox(element), (height + down) / zoomOf(element), screen);
  }
  if (!isAtBottom(element, screen)) return null;
  // Lengths in its style are multiplied by its zoom.
  const by = down / zoomOf(element);
  const top = Number.parseFloat(style.top) + by;
  const bottom = Number.parseFloat(style.bottom) - by;
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

export const screenHeight = (): number => document.scrollingElement?.clientHeight ?? innerHeight;

/** Whether anything dims the page, as a dialog does. */
export const isDimmed = (elements = elementsIn(document), screen = screenHeight()): boolean =>
  elements.some((element) => attempt(() => dims(element, screen)) === true);

/**
 * Moves elements that stick to the screen's lower edge to the lower end of an image of `height` CSS pixels, as people
 * see them after scrolling there. Otherwise they would cover the image's middle. Extends a fixed background or ornament
 * over the whole image, because people see it on every screen. Other elements that fill the screen (dialogs, backdrops,
 * side bars) or stick to the top stay on the first screen, and so does everything while a dialog dims the page. Expects
 * the page to be scrolled to its top. Returns whether a background that people see behind every screen could not be
 * extended.
 */
export function moveBottomBars(height: number): boolean {
  const screen = screenHeight();
  const down = height - screen;
  if (!(down > 0)) return false;
  const elements = elementsIn(document);
  if (isDimmed(elements, screen)) return false;
  const hasBackground = elements.some((element) => attempt(() => isFilledBackground(element, screen)) === true);
  // All are judged before the first one moves.
  const moves = elements.flatMap((element) => [
    attempt(() => moveOf(element, screen, down)),
    ...(attempt(() => extensionsOf(element, screen, down)) ?? []),
  ]);
  for (const move of moves) if (move !== null) attempt(move);
  return hasBackground;
}
