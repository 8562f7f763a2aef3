import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a page of ours sent the form: browsers report it, and no page can forge it. */
export function isOwnPress(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}
