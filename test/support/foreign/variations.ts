import type { ElementHandle, JSHandle, Page } from 'playwright-core';

/** How a new version of a page can change an element or its surroundings. */
export const variations = [
  'insert a banner',
  'remove it',
  'move it',
  'recolour it',
  'wrap a heading above',
  'reorder its columns',
  'change its text',
  'shift it sideways',
] as const;
export type Variation = (typeof variations)[number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An element of the page, identified independently of what a capture records. */
export interface Target {
  tag: string;
  box: Box;
  handle: ElementHandle;
}

// These functions run in the page. The types of this project have no DOM.
// biome-ignore lint/suspicious/noExplicitAny: the page's own objects
type Dom = any;

/** Returns where an element is now; null when it is no longer on the page. */
export async function whereIs(handle: ElementHandle): Promise<Box | null> {
  return handle.evaluate((element: Dom) => {
    const view = element.ownerDocument.defaultView;
    const { x, y, width, height } = element.getBoundingClientRect();
    let [right, bottom] = [x + width, y + height];
    // Parts that are scrolled away or clipped are not visible.
    for (let at = element.parentElement; at !== null && at !== element.ownerDocument.body; at = at.parentElement) {
      if (view.getComputedStyle(at).overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      right = Math.min(right, box.right);
      bottom = Math.min(bottom, box.bottom);
    }
    const isThere = element.isConnected && right > x && bottom > y && element.checkVisibility();
    const isOnPage = y + view.scrollY < element.ownerDocument.documentElement.scrollHeight;
    return isThere && isOnPage ? { x: x + view.scrollX, y: y + view.scrollY, width, height } : null;
  });
}

/** Returns elements that a reviewer would mark, spread evenly over the page. */
export async function chooseTargets(page: Page, most: number): Promise<Target[]> {
  const found: JSHandle = await page.evaluateHandle((limit: number) => {
    const root = (globalThis as Dom).document;
    const all = [...root.querySelectorAll('a, button, h1, h2, h3, h4, p, li, td, th, img, label, input, span')];
    const fit = all.filter((each: Dom) => {
      const { width, height } = each.getBoundingClientRect();
      const style = each.ownerDocument.defaultView.getComputedStyle(each);
      const isSeen = each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const isSized = width >= 24 && height >= 12 && width <= 900 && height <= 300;
      return isSeen && isSized && style.position !== 'fixed';
    });
    const every = Math.max(1, fit.length / limit);
    return Array.from({ length: Math.min(limit, fit.length) }, (_, at) => fit[Math.floor((at + 0.5) * every)]);
  }, most);
  const targets: Target[] = [];
  for (const property of (await found.getProperties()).values()) {
    const handle = property.asElement();
    const box = handle === null ? null : await whereIs(handle);
    if (handle === null || box === null) continue;
    targets.push({ tag: await handle.evaluate((element: Dom) => element.localName), box, handle });
  }
  return targets;
}

/** Changes the page around one element. @returns false when the page has no such place */
export function vary(handle: ElementHandle, variation: Variation): Promise<boolean> {
  return handle.evaluate((target: Dom, what: string) => {
    const root = target.ownerDocument;
    const columns = (): Dom => {
      for (let at = target; at !== null && at !== root.body; at = at.parentElement) {
        const parent = at.parentElement;
        if (parent === null || /^(td|th)$/.test(at.localName) !== /^tr$/.test(parent.localName)) continue;
        const beside = [...parent.children].filter((each: Dom) => {
          const [a, b] = [each.getBoundingClientRect(), at.getBoundingClientRect()];
          return each !== at && Math.abs(a.y - b.y) < 30 && a.width > 0 && (a.x >= b.right - 2 || b.x >= a.right - 2);
        });
        if (beside.length > 0) return at;
      }
      return null;
    };
    const rowsOf = (cell: Dom): Dom[] =>
      cell.parentElement.localName === 'tr' ? [...cell.closest('table').querySelectorAll('tr')] : [cell.parentElement];
    if (what === 'insert a banner') {
      const banner = root.createElement('div');
      banner.style.cssText = 'padding: 24px; background: #ffe9a8; color: #222; font: 16px/1.5 sans-serif';
      banner.textContent = 'We are moving to a new address next month. Nothing changes for you.';
      root.body.prepend(banner);
    } else if (what === 'remove it') {
      target.remove();
    } else if (what === 'move it') {
      const home = target.parentElement;
      const siblings = [...home.children].filter((each: Dom) => each !== target && each.localName !== 'script');
      if (siblings.length === 0) return false;
      if (home.firstElementChild === target) home.append(target);
      else home.prepend(target);
    } else if (what === 'recolour it') {
      target.style.setProperty('color', 'rgb(150, 20, 90)', 'important');
      target.style.setProperty('background-color', 'rgb(255, 240, 200)', 'important');
    } else if (what === 'wrap a heading above') {
      const headings = [...root.querySelectorAll('h1, h2, h3, h4')].filter(
        (each: Dom) =>
          each.checkVisibility() &&
          !each.contains(target) &&
          !target.contains(each) &&
          each.compareDocumentPosition(target) & 4,
      );
      const heading = headings.at(-1);
      if (heading === undefined) return false;
      heading.append(' and what else there is to know about all of it before you begin, in rather more words than fit');
    } else if (what === 'reorder its columns') {
      const column = columns();
      if (column === null) return false;
      const place = [...column.parentElement.children].indexOf(column);
      for (const row of rowsOf(column)) {
        const cell = row.children[place];
        if (cell === undefined) continue;
        if (place === 0) row.append(cell);
        else row.prepend(cell);
      }
    } else if (what === 'change its text') {
      const walker = root.createTreeWalker(target, 4);
      let text = walker.nextNode();
      while (text !== null && text.data.trim() === '') text = walker.nextNode();
      if (text === null) return false;
      const words = text.data.trim().split(/\s+/);
      text.data = words.length > 3 ? `${words.slice(0, -2).join(' ')} once again` : 'Something else';
    } else {
      const column = columns();
      if (column === null) {
        root.body.style.paddingLeft = '120px';
        return true;
      }
      for (const row of rowsOf(column)) {
        const kind = row.firstElementChild?.localName ?? 'div';
        const cell = root.createElement(kind === 'th' || kind === 'td' ? kind : 'div');
        cell.style.cssText = 'width: 90px; min-width: 90px; flex: none; float: left';
        cell.textContent = 'New';
        row.prepend(cell);
      }
    }
    return true;
  }, variation);
}
