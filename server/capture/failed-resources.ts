import type { Frame, Page, Request } from 'playwright-core';

/** Returns the proxy's reason why a URL could not be reached; null when it has none. */
export type Explain = (url: string) => { reason: string; message: string } | null;

export type ResourceKind = 'stylesheet' | 'script' | 'font' | 'image' | 'frame' | 'video';

export interface FailedResource {
  /** The URL that the page requested, without its fragment */
  url: string;
  kind: ResourceKind;
  /** In a few words */
  reason: string;
  /** The frame that was to show it */
  frame?: Frame;
}

const words: readonly [RegExp, string][] = [
  [/ERR_NAME_NOT_RESOLVED|ERR_DNS_/, 'unknown host'],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL/, 'no valid certificate'],
  [/ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT/, 'no answer in time'],
  [/ERR_CONNECTION_REFUSED/, 'connection refused'],
  [/ERR_TOO_MANY_REDIRECTS/, 'redirects in a circle'],
  [/ERR_UNSAFE_PORT/, 'a port that browsers refuse'],
  [/ERR_BLOCKED_BY_ORB/, 'not what it should be'],
  [/ERR_BLOCKED_BY_RESPONSE/, 'refuses to be shown in other pages'],
  [/ERR_BLOCKED_BY_CSP|^csp$/i, 'not allowed by the content security policy'],
  [/mixed-content/i, 'http on a page of https'],
];

const explained: Record<string, string> = {
  refused: 'not a public address',
  too_many_bytes: 'too much data',
  dns: 'unknown host',
  timeout: 'no answer in time',
  tls: 'no valid certificate',
};

export const isKind = (type: string): type is ResourceKind => /^(stylesheet|script|font|image|frame|video)$/.test(type);

/** Returns the frame that a request is for or comes from; null when it no longer exists, or not yet. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** Returns the kind of what was requested; the drawings that SVG refers to (`use`) have no type of their own. */
function kindOf(request: Request): string {
  const type = request.resourceType();
  if (type === 'media') return 'video';
  if (type === 'document' && frameOf(request)?.parentFrame()) return 'frame';
  return type === 'other' && /\.svg([?#]|$)/i.test(request.url()) ? 'image' : type;
}

export const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/** Returns the URL in the document: the first of a chain of redirects. */
function requestedUrl(request: Request): string {
  let first = request;
  for (let before = first.redirectedFrom(); before !== null; before = before.redirectedFrom()) first = before;
  return withoutFragment(first.url());
}

/** Returns whether a frame of the page's own origin sent the request, or holds the frame that it is for. */
function isOwn(page: Page, request: Request): boolean {
  const [asked, main] = [frameOf(request), page.mainFrame()];
  const frame = kindOf(request) === 'frame' ? (asked?.parentFrame() ?? null) : asked;
  if (frame === null) return false;
  if (frame === main || !/^https?:/.test(frame.url())) return true;
  return new URL(frame.url()).origin === new URL(main.url()).origin;
}

export interface ResourceWatch {
  /** Resources of the document on the screen that failed or never arrived */
  failures(): FailedResource[];
  /** The content type of a URL's response; null without a response or a type */
  typeOf(url: string): string | null;
  /** Marks the requests that are pending now; `failures` reports those that are still pending then as late. */
  giveUp(): void;
}

/** Watches the stylesheets, scripts, fonts, images, frames and videos that a page fetches, from its first request on. */
export function watchResources(page: Page, explain?: Explain): ResourceWatch {
  let failed = new Map<string | Frame, FailedResource>();
  let types = new Map<string, string>();
  const underWay = new Set<Request>();
  let late = new Set<Request>();
  let count = 0;
  let documentFrom = 0;
  let nextDocument: number | null = null;
  const numbers = new WeakMap<Request, number>();
  const latest = new WeakMap<Frame, Request>();

  const isOfDocument = (request: Request) => (numbers.get(request) ?? 0) >= documentFrom;

  function note(request: Request, reason: string): void {
    const kind = kindOf(request);
    const url = requestedUrl(request);
    if (isKind(kind) && /^https?:/i.test(url) && isOfDocument(request) && isOwn(page, request)) {
      const frame = kind === 'frame' ? frameOf(request) : null;
      if (frame === null) failed.set(url, { url, kind, reason });
      // A page may have sent a frame elsewhere since.
      else if (latest.get(frame) === request) failed.set(frame, { url, kind, reason, frame });
    }
  }

  function whyFailed(request: Request): string | null {
    const text = request.failure()?.errorText ?? '';
    const known = explain?.(request.url())?.reason;
    const reason = known === undefined ? undefined : explained[known];
    if (reason !== undefined) return reason;
    if (/ERR_ABORTED/.test(text)) {
      if (late.has(request)) return 'no answer in time';
      // A frame does not show what the browser would download.
      const type = kindOf(request) === 'frame' ? types.get(requestedUrl(request)) : undefined;
      return type === undefined || type === 'text/html' ? null : `sent as ${type}`;
    }
    const found = words.find(([pattern]) => pattern.test(text))?.[1];
    const isForeignFont = request.resourceType() === 'font' && /ERR_FAILED/.test(text);
    return found ?? (isForeignFont ? 'not for other sites (CORS)' : 'could not be reached');
  }

  page.on('request', (request) => {
    count += 1;
    numbers.set(request, count);
    underWay.add(request);
    const frame = request.isNavigationRequest() ? frameOf(request) : null;
    if (frame === page.mainFrame()) nextDocument = count;
    else if (frame !== null) {
      latest.set(frame, request);
      failed.delete(frame);
    }
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || nextDocument === null) return;
    documentFrom = nextDocument;
    nextDocument = null;
    failed = new Map();
    types = new Map();
    late = new Set();
  });
  page.on('response', (response) => {
    const request = response.request();
    if (response.status() >= 400) return note(request, `answered ${response.status()}`);
    if (response.status() >= 300 || !isKind(kindOf(request))) return;
    failed.delete(requestedUrl(request));
    types.set(
      requestedUrl(request),
      (response.headers()['content-type'] ?? '').split(';')[0]?.trim().slice(0, 60) ?? '',
    );
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => {
    underWay.delete(request);
    if (request.isNavigationRequest() && frameOf(request) === page.mainFrame()) return;
    const reason = whyFailed(request);
    if (reason !== null) note(request, reason);
  });

  return {
    failures() {
      for (const request of late) if (underWay.has(request)) note(request, 'no answer in time');
      return [...failed.values()];
    },
    typeOf: (url) => types.get(withoutFragment(url)) || null,
    giveUp() {
      for (const request of underWay) late.add(request);
    },
  };
}
