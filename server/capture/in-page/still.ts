import type { DomDocument, DomRoot, DomStyled, DomWindow, StyleSheet } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;
declare const CSSStyleSheet: new () => StyleSheet;

/**
 * Runs inside the page: hides carets, renders what is only rendered near the screen, stops marquees, and scrolls to the
 * top. Nothing is undone: the page is thrown away after its picture.
 */
export function still(): void {
  function roots(root: DomRoot): DomRoot[] {
    const found: DomRoot[] = [root];
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) found.push(...roots(element.shadowRoot));
    }
    return found;
  }

  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { caret-color: transparent !important }');
  for (const root of roots(document)) {
    try {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    } catch {
      // A form whose field is called `shadowRoot`.
    }
    for (const element of root.querySelectorAll('*')) {
      if (window.getComputedStyle(element).contentVisibility !== 'auto') continue;
      try {
        (element as DomStyled).style.setProperty('content-visibility', 'visible', 'important');
      } catch {
        // A form whose field is called `style`.
      }
    }
  }
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
}
