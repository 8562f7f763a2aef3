import { type Client, createClient } from '../../server/contract/client.ts';

type Fetch = typeof globalThis.fetch;

/** The headers that the review page sends with a decision, read off the page like a browser would. */
export async function headersOfPage(reviewUrl: string, send: Fetch = fetch): Promise<Record<string, string>> {
  const html = await (await send(reviewUrl)).text();
  const key = /<meta name="page-key" content="([^"]+)">/.exec(html)?.[1] ?? '';
  return { origin: new URL(reviewUrl).origin, 'x-page-key': key };
}

/** The holder of a review's link, as its page is: each decision is sent with what the page carries. */
export function onPage(baseUrl: string, link: string, send: Fetch = fetch): Client {
  const withPage: Fetch = async (address, init) => {
    if (!String(address).endsWith('/decision')) return send(address, init);
    const page = await headersOfPage(`${baseUrl}/r/${link}`, send);
    return send(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...page } });
  };
  return createClient({ baseUrl, link, fetch: withPage });
}

/** The same with the page already open: a decision is one request. */
export async function openedPage(reviewUrl: string): Promise<Client> {
  const { origin, pathname } = new URL(reviewUrl);
  const headers = await headersOfPage(reviewUrl);
  const send: Fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  return createClient({ baseUrl: origin, link: pathname.slice('/r/'.length), fetch: send });
}
