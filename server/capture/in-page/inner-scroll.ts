import type { DomBox, DomDocument, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page: how many CSS pixels an app shell hides. Such a page fills the screen exactly and scrolls a part
 * of itself, so that a picture of the whole document shows one screen of it. 0 when the document itself scrolls.
 */
export function innerScroll(): number {
  const root = document.documentElement;
  if (root === null || root.scrollHeight > window.innerHeight + 1) return 0;
  let hidden = 0;
  for (const element of document.querySelectorAll('body, body *')) {
    const box = element as DomBox;
    const extra = box.scrollHeight - box.clientHeight;
    if (extra <= hidden || box.clientWidth < root.clientWidth / 2 || box.clientHeight < window.innerHeight / 2)
      continue;
    if (/auto|scroll/.test(window.getComputedStyle(box).overflowY)) hidden = extra;
  }
  return hidden;
}
