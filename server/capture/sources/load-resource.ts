import type { CDPSession } from 'playwright-core';

/** Returns the text of a file that the page itself has loaded, without another request; null for any other. */
export async function loadedText(
  session: CDPSession,
  frameId: string,
  url: string,
  maxBytes: number,
): Promise<string | null> {
  await session.send('Page.enable');
  const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url });
  const text = base64Encoded ? Buffer.from(content, 'base64').toString() : content;
  return Buffer.byteLength(text) > maxBytes ? null : text;
}

/**
 * Loads a file with the page's own network: through the same proxy, with the page's cookies. Returns null for what is
 * longer than `maxBytes`, or not there.
 */
export async function loadResource(
  session: CDPSession,
  frameId: string,
  url: string,
  maxBytes: number,
): Promise<string | null> {
  if (!/^https?:/i.test(url)) return null;
  const options = { disableCache: false, includeCredentials: true };
  const { resource } = await session.send('Network.loadNetworkResource', { frameId, url, options });
  const { stream: handle, success, httpStatusCode } = resource;
  if (handle === undefined) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    if (!success || (httpStatusCode ?? 200) >= 300) return null;
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: 1_000_000 });
      const part = Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8');
      bytes += part.length;
      if (bytes > maxBytes) return null;
      parts.push(part);
      if (eof) return Buffer.concat(parts).toString();
    }
  } finally {
    session.send('IO.close', { handle }).catch(() => undefined);
  }
}
