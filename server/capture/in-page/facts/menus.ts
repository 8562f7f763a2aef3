import type { CapturedPageFacts } from '../../captured-facts.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import * as names from '../names.ts';
import type { Layer } from './layers.ts';
import * as layers from './layers.ts';

/** In CSS pixels: the area at the top of the page, and the smallest and largest side of an icon button */
const topOfPage = 240;
const [minSide, maxSide] = [10, 110];
const maxLinks = 20;
const menuWords = /menu|nav|burger|drawer|sidebar|off-?canvas|toggle|collapse|open/i;

function isPressed({ element, tag, style }: Layer): boolean {
  if (/^(button|summary|select|label)$/.test(tag) || dom.attribute(element, 'role') === 'button') return true;
  if (tag === 'a') return names.text(element) === '' || dom.attribute(element, 'href') === null;
  const said = ['class', 'id', 'aria-label', 'title', 'onclick', 'data-target', 'data-bs-target']
    .map((name) => dom.attribute(element, name) ?? '')
    .join(' ');
  return style.getPropertyValue('cursor') === 'pointer' || menuWords.test(said);
}

/**
 * Returns whether something at the top may open a menu. Anything pressable there counts, because menu buttons often
 * have no name.
 */
export function hasMenuButton(): boolean {
  return layers.all.some((layer) => {
    const { left, right, top, bottom } = layer.edges;
    const sides = [right - left, bottom - top];
    if (!layer.isVisible || top > topOfPage || bottom < 0 || sides.some((side) => side < minSide)) return false;
    if (/^(a|button)$/.test(layer.tag) && /\bmenu\b/i.test(names.text(layer.element).slice(0, 40))) return true;
    return sides.every((side) => side <= maxSide) && isPressed(layer);
  });
}

/** Whether a link is laid out but transparent. Panels that open over the page do not count. */
function isUnseen(link: PageNode): boolean {
  for (let at: PageNode | null = link; at !== null && dom.isElement(at); at = dom.parent(at)) {
    const value = (name: string) => dom.style(at as PageNode).getPropertyValue(name);
    if (value('position') === 'absolute' || dom.attribute(at, 'aria-hidden') === 'true') return false;
    if (value('pointer-events') === 'none' || value('visibility') !== 'visible') return false;
    if (value('position') === 'fixed' && dom.box(at).height > topOfPage) return false;
    if (Number.parseFloat(value('opacity')) < 0.05) return true;
  }
  return false;
}

export function unseenLinks(): CapturedPageFacts['unseenLinks'] {
  const links = Array.from(dom.select(dom.document, ':is(nav, header, [role="navigation"]) a[href]')).slice(0, 200);
  return links
    .flatMap((link) => {
      const { x, y, width, height } = dom.box(link);
      const isAtTop = y >= 0 && y < topOfPage && width > minSide && height > minSide;
      const text = isAtTop && dom.isRendered(link) && isUnseen(link) ? names.text(link) : '';
      return text === '' ? [] : [{ box: { x, y, width, height }, text: text.slice(0, 100) }];
    })
    .slice(0, maxLinks);
}
