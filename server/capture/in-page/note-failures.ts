export interface RefusedElement {
  kind: 'stylesheet' | 'script' | 'image';
  url: string;
  hasIntegrity: boolean;
}

interface Target {
  localName?: string;
  rel?: string;
  media?: string;
  src?: string;
  currentSrc?: string;
  href?: string | { baseVal: string };
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

interface Observed {
  getEntries(): { name: string; initiatorType: string }[];
}

interface Noted {
  refused: Map<object, RefusedElement>;
  styled: Set<string>;
}

declare const window: { sightlineFailures?: Noted };
declare const document: {
  compatMode: string;
  addEventListener: Listen;
  styleSheets: Iterable<{ href: string | null }>;
};
type Listen = (type: string, heard: (event: { target: Target }) => void, capture: boolean) => void;
declare const addEventListener: Listen;
declare const matchMedia: (query: string) => { matches: boolean };
declare const PerformanceObserver: new (
  seen: (list: Observed) => void,
) => { observe(what: { type: string; buffered: boolean }): void };

/**
 * Runs inside each document before its own scripts, in a world of our own: notes the elements whose stylesheet, script
 * or image the browser could not load or refused to use, and the addresses that stylesheets load.
 */
export function noteFailures(): void {
  const most = 500;
  const noted: Noted = { refused: new Map(), styled: new Set() };
  window.sightlineFailures = noted;

  function needed(target: Target): Pick<RefusedElement, 'kind' | 'url'> | null {
    const { localName, href } = target;
    if (localName === 'link') {
      const rel = (target.rel ?? '').toLowerCase().split(/\s+/);
      if (!rel.includes('stylesheet') || rel.includes('alternate')) return null;
      // A sheet that is switched on once it has loaded names another medium until then.
      const isMeant = target.hasAttribute('onload') || matchMedia(target.media ?? '').matches;
      return isMeant ? { kind: 'stylesheet', url: String(href) } : null;
    }
    if (localName === 'script') return { kind: 'script', url: target.src ?? '' };
    if (localName === 'img' || localName === 'input') {
      const isDot = ['width', 'height'].some((side) => /^[01](px)?$/.test(target.getAttribute(side) ?? ''));
      return isDot ? null : { kind: 'image', url: target.currentSrc || target.src || '' };
    }
    return null;
  }

  addEventListener(
    'error',
    ({ target }) => {
      if (typeof target.localName !== 'string' || noted.refused.size >= most) return;
      const what = needed(target);
      if (what === null || what.url === '') return;
      const url = what.url.slice(0, 2000);
      noted.refused.set(target, { kind: what.kind, url, hasIntegrity: target.hasAttribute('integrity') });
    },
    true,
  );
  // An image that found another source after its first one failed is there.
  document.addEventListener('load', ({ target }) => noted.refused.delete(target), true);
  new PerformanceObserver((list) => {
    for (const { name, initiatorType } of list.getEntries()) {
      if (initiatorType === 'css' && noted.styled.size < most) noted.styled.add(name.slice(0, 2000));
    }
  }).observe({ type: 'resource', buffered: true });
}

/** Runs in the same world: what it has noted so far, and the sheets that must be CSS by their type, too. */
export function readFailures(): { refused: RefusedElement[]; styled: string[]; sheets: string[] } {
  const noted = window.sightlineFailures;
  const styled = [...(noted?.styled ?? [])];
  const isStrict = document.compatMode !== 'BackCompat';
  const sheets = isStrict ? [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [href])) : [];
  return { refused: [...(noted?.refused.values() ?? [])], styled, sheets };
}
