import { treesIn } from './trees.ts';

/**
 * Hides carets, renders content that is normally rendered only near the screen, and scrolls to the top. Nothing is
 * undone: the page is discarded after its screenshot.
 */
export function preparePage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { caret-color: transparent !important }');
  for (const tree of treesIn(document)) {
    try {
      tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
    } catch {
      // A form whose field is called `shadowRoot`.
    }
    for (const element of tree.querySelectorAll<HTMLElement>('*')) {
      if (getComputedStyle(element).contentVisibility !== 'auto') continue;
      try {
        element.style.setProperty('content-visibility', 'visible', 'important');
      } catch {
        // A form whose field is called `style`.
      }
    }
  }
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
}
