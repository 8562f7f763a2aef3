import type { EmailDocument, EmailElement, EmailWindow } from './email-dom.ts';

declare const document: EmailDocument;
declare const window: EmailWindow;
declare const CSSStyleSheet: new () => { replaceSync(css: string): void };

/**
 * Runs inside an email: what a mail client lays under it, and what anything the email says itself overrides. Unstyled
 * text is without serifs. In the dark, the ground is dark and the text on it light, unless the email paints a ground of
 * its own under text whose colour it leaves to the client: clients leave such emails light.
 */
export function layGround(dark: boolean): void {
  function paints(element: EmailElement): boolean {
    const { backgroundColor, backgroundImage } = window.getComputedStyle(element);
    return backgroundImage !== 'none' || !/^(rgba\(.*, 0\)|transparent)$/.test(backgroundColor);
  }

  function hasText(element: EmailElement): boolean {
    return [...element.childNodes].some((node) => node.nodeType === 3 && (node.nodeValue ?? '').trim() !== '');
  }

  /** Of text and links, before anything dark is laid under them */
  const uncoloured = new Set(['rgb(0, 0, 0)', 'rgb(0, 0, 238)']);
  /** What is known already, so that deep nesting costs no more */
  const painted = new Map<EmailElement, boolean>();
  function liesOnPaint(element: EmailElement): boolean {
    const path: EmailElement[] = [];
    let found = false;
    for (let at: EmailElement | null = element; at !== null; at = at.parentElement) {
      const known = painted.get(at);
      if (known !== undefined || paints(at)) {
        found = known ?? true;
        if (known === undefined) painted.set(at, true);
        break;
      }
      path.push(at);
    }
    for (const each of path) painted.set(each, found);
    return found;
  }

  const liesInDark =
    dark &&
    [...document.querySelectorAll('body, body :not(style, script)')].every(
      (element) =>
        !hasText(element) || !uncoloured.has(window.getComputedStyle(element).color) || !liesOnPaint(element),
    );
  const sheet = new CSSStyleSheet();
  // In a layer, so that it gives way even to the email's selectors without weight, and cannot be overridden where it
  // insists: a frame's own document would show although its address is refused.
  const ground = `html { font-family: Arial, sans-serif; ${liesInDark ? 'color-scheme: light dark' : ''} }`;
  sheet.replaceSync(`@layer client { ${ground} iframe { display: none !important } }`);
  document.adoptedStyleSheets = [sheet];
}
