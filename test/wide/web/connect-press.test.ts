import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBrowser } from '../../../server/adapters/chromium/index.ts';
import { startCallback } from '../../support/callback.ts';
import { atFileEnd } from '../../support/file-end.ts';
import { freePort } from '../../support/free-port.ts';
import { startService } from '../../support/service.ts';

import { attempt, connectButton, register } from '../../web/support/connect.ts';

test('over plain http, where browsers send fewer headers, a press is recognised by its origin', async () => {
  const callback = await startCallback();
  atFileEnd(callback.close);
  const [port, found] = await Promise.all([freePort(), findBrowser({})]);
  const base = `http://sightline.lan:${port}`;
  const started = await startService({ PORT: String(port), BASE_URL: base });
  const inHouse = { ...started, url: `http://localhost:${port}` };
  const own = await chromium.launch({
    ...(found === null ? {} : { executablePath: found.path }),
    args: ['--no-sandbox', '--host-resolver-rules=MAP sightline.lan 127.0.0.1'],
  });
  try {
    const id = await register(inHouse, [callback.url], 'Terminal agent');
    const asking = attempt(inHouse, id, callback.url);
    const page = await own.newPage();
    const sent: Record<string, string>[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') void request.allHeaders().then((headers) => sent.push(headers));
    });
    await page.goto(asking.url.replace(inHouse.url, base));
    await connectButton(page).click();
    await expect.poll(async () => callback.calls.length).toBe(1);
    expect((await asking.exchange(callback.calls[0])).status).toBe(200);
    await expect.poll(async () => sent.length).toBe(1);
    expect(sent[0]).not.toHaveProperty('sec-fetch-site');
    expect(sent[0]?.origin).toBe(base);
  } finally {
    await own.close();
    await inHouse.close();
  }
});
