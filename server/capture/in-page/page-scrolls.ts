import type { DomBox, DomDocument, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

export interface PageScrolls {
  aside: boolean;
  down: boolean;
  /** CSS pixels of the screen, on phones that of a page shown zoomed out */
  screenHeight: number;
}

/** Runs inside the page: which ways people can scroll it. */
export function pageScrolls(): PageScrolls {
  const styleOf = (element: DomBox | null) => (element === null ? null : window.getComputedStyle(element));
  const root = styleOf(document.documentElement);
  // The browser gives the screen what the body says, unless the root says something itself.
  const isSilent = root?.overflowX === 'visible' && root.overflowY === 'visible';
  const style = isSilent ? (styleOf(document.body) ?? root) : root;
  const can = (overflow = '') => !/hidden|clip/.test(overflow);
  return { aside: can(style?.overflowX), down: can(style?.overflowY), screenHeight: window.innerHeight };
}
