import { type Client, createClient } from '../../server/contract/client.ts';

type Fetch = typeof globalThis.fetch;

/** The headers that the review page sends with a decision, read off the page like a browser would. */
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

/** The holder of a review's link, as its page is: each decision is sent with what the page carries. */
export function onPage(baseUrl: string, link: string, send: Fetch = fetch): Client {
  const withPage: Fetch = async (address, init) => {
    if (!String(address).endsWith('/decision')) return send(address, init);
    const page = await send(`${baseUrl}/r/${link}`);
    // A page that does not open is what happened to the decision.
    if (page.status >= 500) return page;
    return send(address, withHeaders(init, await headersIn(page, new URL(baseUrl).origin)));
  };
  return createClient({ baseUrl, link, fetch: withPage });
}

/** The same with the page already open: a decision is one request. */
export async function openedPage(reviewUrl: string): Promise<Client> {
  const { origin, pathname } = new URL(reviewUrl);
  const headers = await headersOfPage(reviewUrl);
  const send: Fetch = (address, init) => fetch(address, withHeaders(init, headers));
  return createClient({ baseUrl: origin, link: pathname.slice('/r/'.length), fetch: send });
}
