import type { Slides } from '../in-page.ts';
import type { Size } from '../page-data.ts';
import { childrenOf } from './trees.ts';

interface Look {
  /** From the top of the page */
  top: number;
  bottom: number;
  area: number;
  isShown: boolean;
}

function look(part: Element, image: Size): Look {
  const box = part.getBoundingClientRect();
  const [x, y] = [box.left + scrollX, box.top + scrollY];
  const width = Math.min(image.width, box.right + scrollX) - Math.max(0, x);
  // The part below the screenshot is cut off like everything else there, so it counts as shown.
  const height = box.bottom + scrollY - Math.max(0, y);
  const isVisible = () => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const area = width > 1 && height > 1 && isVisible() ? width * height : 0;
  const isShown = area > 0 && area >= ((box.right - box.left) * (box.bottom - box.top)) / 2;
  return { top: y, bottom: box.bottom + scrollY, area, isShown };
}

/** Whether a hidden part has a place of its own on the screenshot, above or below all that are shown. */
const keepsPlace = ({ top, bottom, isShown }: Look, group: Look[], image: Size): boolean =>
  !isShown &&
  bottom - top > 1 &&
  top < image.height &&
  group.every((other) => !other.isShown || other.bottom <= top + 1 || other.top >= bottom - 1);

const hasContent = (part: Element): boolean =>
  (part.textContent ?? '').trim() !== '' || part.querySelector('img, svg, video, canvas, iframe') !== null;

/**
 * Returns the kind by which siblings are grouped; null for none. Closed dialogs stand among plain `div`s of the page,
 * so those need the same class.
 */
function kindOf({ tagName, className }: Element): string | null {
  const [first = ''] = typeof className === 'string' ? className.trim().split(/\s+/) : [];
  if (tagName === 'DIV') return first === '' ? null : `DIV.${first}`;
  return /^(SECTION|ARTICLE|LI|FIGURE)$|-/.test(tagName) ? tagName : null;
}

/**
 * Returns the counts of the largest group of similar siblings of which one or two are shown, on at least a third of the
 * screen, while two or more with content are hidden or lie beside the screenshot; null when there is none. Parts that
 * fade in where they are do not count. `image` is in CSS pixels.
 */
export function findSlides(image: Size): Slides | null {
  let most: Slides | null = null;
  for (const parent of document.querySelectorAll('body, body *')) {
    const children = childrenOf(parent);
    if (children.length < 3) continue;
    for (const [kind, group] of Map.groupBy(children, kindOf)) {
      if (kind === null || group.length < 3 || group.length <= (most?.all ?? 0)) continue;
      const looks = group.filter(hasContent).map((part) => look(part, image));
      const full = looks.filter((part) => !keepsPlace(part, looks, image));
      const [all, shown] = [full.length, full.filter(({ isShown }) => isShown).length];
      if (shown === 0 || shown > 2 || all - shown < 2 || all <= (most?.all ?? 0)) continue;
      // Slides may be smaller than a parent that contains nothing else.
      const stage = group.length === children.length ? look(parent, image).area : 0;
      if (Math.max(stage, ...full.map(({ area }) => area)) >= (innerWidth * innerHeight) / 3) most = { shown, all };
    }
  }
  return most;
}
