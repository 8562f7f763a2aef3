import type { NotedFailures, RefusedElement } from '../in-page.ts';

/** The most entries of each kind */
const maxNoted = 500;

function neededBy(target: Element): Pick<RefusedElement, 'kind' | 'url'> | null {
  if (target.localName === 'link') {
    const { rel, media, href } = target as HTMLLinkElement;
    const words = (rel ?? '').toLowerCase().split(/\s+/);
    if (!words.includes('stylesheet') || words.includes('alternate')) return null;
    // A stylesheet that is activated once it has loaded names another medium until then.
    const isMeant = target.hasAttribute('onload') || matchMedia(media ?? '').matches;
    return isMeant ? { kind: 'stylesheet', url: String(href) } : null;
  }
  if (target.localName === 'script') return { kind: 'script', url: (target as HTMLScriptElement).src ?? '' };
  if (target.localName === 'img' || target.localName === 'input') {
    const { currentSrc, src } = target as HTMLImageElement;
    const isDot = ['width', 'height'].some((side) => /^[01](px)?$/.test(target.getAttribute(side) ?? ''));
    return isDot ? null : { kind: 'image', url: currentSrc || src || '' };
  }
  if (target instanceof SVGImageElement || target instanceof SVGUseElement) {
    const href = target.href.baseVal;
    return URL.canParse(href, document.baseURI) ? { kind: 'image', url: new URL(href, document.baseURI).href } : null;
  }
  return null;
}

/**
 * Notes the elements whose stylesheet, script or image the browser could not load or refused to use, and the URLs that
 * stylesheets load. Runs in each document before its own scripts. Returns a function that returns the notes so far, and
 * the URLs of the stylesheets whose type must be CSS.
 */
export function recordFailures(): () => NotedFailures {
  const refused = new Map<EventTarget, RefusedElement>();
  const styled = new Set<string>();
  addEventListener(
    'error',
    ({ target }) => {
      const element = target as Element;
      if (typeof element.localName !== 'string' || refused.size >= maxNoted) return;
      const needed = neededBy(element);
      if (needed === null || needed.url === '') return;
      const url = needed.url.slice(0, 2000);
      refused.set(element, { kind: needed.kind, url, hasIntegrity: element.hasAttribute('integrity') });
    },
    true,
  );
  // An image that loaded another source after the first one failed is not missing.
  document.addEventListener('load', ({ target }) => target !== null && refused.delete(target), true);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.initiatorType === 'css' && styled.size < maxNoted) styled.add(entry.name.slice(0, 2000));
    }
  }).observe({ type: 'resource', buffered: true });
  return () => {
    const isStrict = document.compatMode !== 'BackCompat';
    const sheets = isStrict ? [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [href])) : [];
    return { refused: [...refused.values()], styled: [...styled], sheets };
  };
}
