import type { Page } from 'playwright-core';

/** Who runs the proxy knows why a URL could not be reached. */
export type Explain = (url: string) => { reason: string; message: string } | null;

export interface RemoteFailure {
  url: string;
  /** What was wanted: image, stylesheet, font */
  kind: string;
  /** In a few words */
  reason: string;
}

const words: readonly [RegExp, string][] = [
  [/ERR_NAME_NOT_RESOLVED|ERR_DNS_/, 'unknown host'],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL/, 'no valid certificate'],
  [/ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT/, 'no answer in time'],
  [/ERR_CONNECTION_REFUSED/, 'connection refused'],
  [/ERR_TOO_MANY_REDIRECTS/, 'redirects in a circle'],
  [/ERR_UNSAFE_PORT/, 'a port that browsers refuse'],
  [/ERR_BLOCKED_BY_ORB/, 'not what it should be'],
];

const explained: Record<string, string> = {
  refused: 'not a public address',
  too_many_bytes: 'too much data',
  dns: 'unknown host',
  timeout: 'no answer in time',
  tls: 'no valid certificate',
};

/** Follows what an email fetches from elsewhere, from its first request on. */
export function watchRemote(page: Page, own: string, explain?: Explain): { failures(): RemoteFailure[] } {
  const failed = new Map<string, RemoteFailure>();
  const note = (url: string, kind: string, reason: string) => {
    if (!url.startsWith(own) && /^https?:/i.test(url) && !failed.has(url)) failed.set(url, { url, kind, reason });
  };
  page.on('response', (response) => {
    if (response.status() >= 400)
      note(response.url(), response.request().resourceType(), `answered ${response.status()}`);
  });
  page.on('requestfailed', (request) => {
    if (request.isNavigationRequest()) return;
    const text = request.failure()?.errorText ?? '';
    const known = explain?.(request.url())?.reason;
    const reason =
      (known === undefined ? undefined : explained[known]) ??
      (/ERR_ABORTED/.test(text) ? 'no answer in time' : words.find(([pattern]) => pattern.test(text))?.[1]);
    const isFont = request.resourceType() === 'font';
    const otherwise = isFont && /ERR_FAILED/.test(text) ? 'not for other sites (CORS)' : 'could not be reached';
    note(request.url(), request.resourceType(), reason ?? otherwise);
  });
  return { failures: () => [...failed.values()] };
}
