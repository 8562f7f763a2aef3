import type { IncomingHttpHeaders } from 'node:http';

/** Whether the form was sent by a page of ours: browsers report it, and no page can forge it. */
export function isOwnPress(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}
