import type { ScreenPixels } from '../in-page.ts';
import { alphaOf, isBehind, isUnder, screenHeight } from './move-bottom-bars.ts';
import { dress } from './paint-masks.ts';
import { elementsIn, parentOf, zoomOf } from './trees.ts';

const hidden = new CSSStyleSheet();
let undo: (() => void)[] = [];
let backgrounds: HTMLElement[] = [];

/** Returns the lowest level of an element and what it is in; never above that of the page. */
const levelOf = (element: Element | null): number =>
  element === null
    ? 0
    : Math.min(Number.parseInt(getComputedStyle(element).zIndex, 10) || 0, levelOf(parentOf(element)));

/** Whether an element with a background of its own is drawn as one with what it holds: it hides what is behind it. */
function hidesBehind(element: Element): boolean {
  const style = getComputedStyle(element);
  const isOne = (style.zIndex !== 'auto' && style.position !== 'static') || style.isolation === 'isolate';
  return (isOne || style.opacity !== '1') && (alphaOf(style.backgroundColor) > 0 || style.backgroundImage !== 'none');
}

/** Hides everything but the backgrounds that stand still behind the page, until `repeatBackgrounds`. */
export function showBackgroundsAlone(): void {
  const screen = screenHeight();
  backgrounds = elementsIn(document).filter((element) => isBehind(element, screen));
  const parts = backgrounds
    .flatMap((element) => [element, ...elementsIn(element)])
    .filter((element) => getComputedStyle(element).visibility === 'visible');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, hidden];
  hidden.replaceSync(`body * { visibility: hidden !important; transition: none !important }
:root, body { background: none !important; transition: none !important }
    body { -webkit-text-fill-color: transparent !important; text-shadow: none !important }`);
  undo = parts.map(({ style }) => {
    const [before, priority] = [style.getPropertyValue('visibility'), style.getPropertyPriority('visibility')];
    style.setProperty('visibility', 'visible', 'important');
    return () => style.setProperty('visibility', before, priority);
  });
}

/**
 * Shows everything again, and behind each screen below the first what people see there, on an image of `height` CSS
 * pixels. Nobody finds the copy among the page's elements. Returns false when a part of the page hides it.
 */
export function repeatBackgrounds({ width, height: rows, data }: ScreenPixels, height: number): boolean {
  hidden.replaceSync('');
  for (const each of undo) each();
  const screen = screenHeight();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round(((height - screen) * rows) / screen);
  const bytes = Uint8ClampedArray.from(atob(data), (letter) => letter.charCodeAt(0));
  const pixels = new ImageData(bytes, width, rows);
  const context = canvas.getContext('2d');
  for (let top = 0; top < canvas.height; top += rows) context?.putImageData(pixels, 0, top);
  const host = document.createElement('div');
  const zIndex = Math.min(...backgrounds.map(levelOf));
  dress(host, `display: block; position: absolute; left: 0; top: 0; width: 0; height: 0; z-index: ${zIndex};`);
  const [zoom, root] = [zoomOf(document.documentElement), host.attachShadow({ mode: 'closed' })];
  const size = `width: ${innerWidth / zoom}px; height: ${(height - screen) / zoom}px;`;
  dress(canvas, `display: block; position: absolute; left: 0; top: ${screen / zoom}px; ${size}`);
  root.append(canvas);
  document.documentElement.prepend(host);
  return !backgrounds.some((element) => isUnder(element, hidesBehind));
}
