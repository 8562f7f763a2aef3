import type { PageLayout } from '../in-page.ts';
import { growsLeft } from './dom.ts';

/** Reports which ways the page scrolls and how phones show it. */
export function readLayout(): PageLayout {
  const styleOf = (element: Element | null) => (element === null ? null : getComputedStyle(element));
  const root = styleOf(document.documentElement);
  // Browsers apply the body's overflow to the viewport unless the root sets its own.
  const isBodyUsed = root?.overflowX === 'visible' && root.overflowY === 'visible';
  const style = isBodyUsed ? (styleOf(document.body) ?? root) : root;
  const scrolls = (overflow = '') => !/hidden|clip/.test(overflow);
  // Pages lock scrolling like this while a dialog is open.
  const pinned = styleOf(document.body)?.position === 'fixed' ? document.body : null;
  return {
    scrollsSideways: scrolls(style?.overflowX),
    scrollsDown: scrolls(style?.overflowY),
    growsLeft: growsLeft(),
    pinnedHeight: pinned?.scrollHeight ?? 0,
    screenHeight: innerHeight,
    hasViewportTag: document.querySelector('meta[name=viewport]') !== null,
  };
}
