import type { DomDocument, StyleSheet } from './dom.ts';

declare const document: DomDocument;
declare const window: { sightlineCover?: StyleSheet };
declare const CSSStyleSheet: new () => StyleSheet;

/**
 * Runs inside the page, in a world of our own: stops it from being drawn, or lets it be drawn again. Everything else
 * goes on: it is laid out, loads what it needs, and notices what comes into view.
 */
export function draw(isDrawn: boolean): void {
  const cover = window.sightlineCover ?? new CSSStyleSheet();
  // Emptied, not taken away: the page may put back what it once found among its sheets.
  cover.replaceSync(isDrawn ? '' : ':root { opacity: 0 !important }');
  if (isDrawn || window.sightlineCover !== undefined) return;
  window.sightlineCover = cover;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, cover];
}
