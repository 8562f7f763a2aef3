import type { NotedFailures, RefusedElement } from '../in-page.ts';
import { treesIn } from './trees.ts';

/** CSS pixels; smaller frames and videos are meant to be unseen */
const minSize = 16;
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

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isDrawn = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return isDrawn && width >= minSize && height >= minSize;
}

function missingVideo(video: HTMLVideoElement): RefusedElement[] {
  const { error, networkState, currentSrc, src } = video;
  const url = currentSrc || src || (video.querySelector('source')?.src ?? '');
  const isMissing = error !== null || networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
  return isMissing && !video.getAttribute('poster') && url !== '' ? [{ kind: 'video', url, hasIntegrity: false }] : [];
}

function urlOf(element: Element): string {
  if (element instanceof HTMLVideoElement) return element.poster;
  return element instanceof HTMLObjectElement ? element.data : (element as HTMLIFrameElement).src;
}

/**
 * Notes the elements whose stylesheet, script, image or video the browser could not load or refused to use, and the
 * URLs of what fails without an event. Runs in each document before its own scripts. Returns a function that returns the
 * notes so far, and the URLs of the stylesheets whose type must be CSS.
 */
export function recordFailures(): () => NotedFailures {
  const refused = new Map<EventTarget, RefusedElement>();
  const styled = new Set<string>();
  const forbidden = new Set<string>();
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
  // It names only the origin of a frame.
  document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition, effectiveDirective }) => {
    const isFrame = disposition === 'enforce' && effectiveDirective === 'frame-src';
    if (isFrame && forbidden.size < maxNoted) forbidden.add(blockedURI.slice(0, 2000));
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.initiatorType === 'css' && styled.size < maxNoted) styled.add(entry.name.slice(0, 2000));
    }
  }).observe({ type: 'resource', buffered: true });
  return () => {
    const trees = treesIn(document);
    const visible = (selector: string) =>
      trees.flatMap((tree) => [...tree.querySelectorAll(selector)].filter(isVisible)).slice(0, maxNoted);
    const frames = visible('iframe, frame, embed, object').map(urlOf);
    const videos = visible('video') as HTMLVideoElement[];
    // Errors in shadow trees are no events of the document.
    const inShadow = trees.slice(1).flatMap((tree) => [...tree.querySelectorAll('link, img')]);
    const isStrict = document.compatMode !== 'BackCompat';
    const blocked = frames.filter((url) => [...forbidden].some((origin) => url.startsWith(origin)));
    return {
      refused: [
        ...refused.values(),
        ...videos.flatMap(missingVideo),
        ...blocked.map((url) => ({ kind: 'frame' as const, url, hasIntegrity: false })),
      ],
      needed: [
        ...styled,
        ...videos.map(urlOf),
        ...inShadow.slice(0, maxNoted).map((element) => neededBy(element)?.url ?? ''),
      ],
      sheets: isStrict ? [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [href])) : [],
    };
  };
}
