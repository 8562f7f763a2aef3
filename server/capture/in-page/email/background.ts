function paints(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return backgroundImage !== 'none' || !/^(rgba\(.*, 0\)|transparent)$/.test(backgroundColor);
}

function hasText(element: Element): boolean {
  return [...element.childNodes].some((node) => node.nodeType === 3 && (node.nodeValue ?? '').trim() !== '');
}

/** Caches results, so that deep nesting costs no more */
const painted = new Map<Element, boolean>();

function liesOnPaint(element: Element): boolean {
  const path: Element[] = [];
  let found = false;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
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

/** The browser's default colours of text and links on a light background */
const uncoloured = new Set(['rgb(0, 0, 0)', 'rgb(0, 0, 238)']);

/**
 * Sets the default styles of a mail client, which any style of the email overrides. Unstyled text has a sans-serif
 * font. In dark mode the background is dark and the text on it light, unless the email paints its own background under
 * text whose colour it leaves to the client: clients leave such emails light.
 */
export function setClientBackground(dark: boolean): void {
  const liesInDark =
    dark &&
    [...document.querySelectorAll('body, body :not(style, script)')].every(
      (element) => !hasText(element) || !uncoloured.has(getComputedStyle(element).color) || !liesOnPaint(element),
    );
  const sheet = new CSSStyleSheet();
  // In a cascade layer, these rules yield even to the email's selectors without specificity, while `!important` rules
  // cannot be overridden. Frames are hidden because a frame's inline document would show although its address is
  // refused.
  const ground = `html { font-family: Arial, sans-serif; ${liesInDark ? 'color-scheme: light dark' : ''} }`;
  sheet.replaceSync(`@layer client { ${ground} iframe { display: none !important } }`);
  document.adoptedStyleSheets = [sheet];
}
