import { type Client, createClient } from '../../server/contract/client.ts';

type Fetch = typeof globalThis.fetch;

/** Returns the headers that the review page sends, read from its HTML as a browser would. */
async function headersIn(page: Response, origin: string): Promise<Record<string, string>> {
  const key = /<meta name="page-key" content="([^"]+)">/.exec(await page.text())?.[1] ?? '';
  return { origin, 'x-page-key': key };
}

export const headersOfPage = async (reviewUrl: string): Promise<Record<string, string>> =>
  headersIn(await fetch(reviewUrl), new URL(reviewUrl).origin);

const withHeaders = (init: RequestInit | undefined, more: Record<string, string>): RequestInit => ({
  ...init,
  headers: { ...Object.fromEntries(new Headers(init?.headers)), ...more },
});

/**
 * Returns a client like the review page of a link: it loads the page before each request that only the page may send,
 * and sends the page's headers.
 */
export function onPage(baseUrl: string, link: string, send: Fetch = fetch): Client {
  const withPage: Fetch = async (address, init) => {
    if (!/\/(decision|noise)$/.test(String(address))) return send(address, init);
    const page = await send(`${baseUrl}/r/${link}`);
    // The request fails like the page.
    if (page.status >= 500) return page;
    return send(address, withHeaders(init, await headersIn(page, new URL(baseUrl).origin)));
  };
  return createClient({ baseUrl, link, fetch: withPage });
}

/** The same for a page that is already open: a decision is one request. */
export async function openedPage(reviewUrl: string): Promise<Client> {
  const { origin, pathname } = new URL(reviewUrl);
  const headers = await headersOfPage(reviewUrl);
  const send: Fetch = (address, init) => fetch(address, withHeaders(init, headers));
  return createClient({ baseUrl: origin, link: pathname.slice('/r/'.length), fetch: send });
}
