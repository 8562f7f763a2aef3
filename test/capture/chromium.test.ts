import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBrowser, findBrowser, type SharedBrowser } from '../../server/adapters/chromium/index.ts';
import { CaptureFailure } from '../../server/capture/index.ts';
import { browserPath, newBrowser, testBrowser } from '../support/browser.ts';
import { atFileEnd } from '../support/file-end.ts';
import { startHttpServer } from '../support/servers.ts';

async function start(concurrency: number): Promise<SharedBrowser> {
  const browser = await newBrowser(concurrency);
  atFileEnd(() => browser.close());
  return browser;
}

const single = await start(1);

describe('the browser', () => {
  it('is found, and started once to verify it', async () => {
    const found = await findBrowser({});
    expect(found?.version).toMatch(/^\d+\./);
    const named = await findBrowser({ browserPath: found?.path });
    expect(named).toMatchObject({ path: found?.path, from: 'BROWSER_PATH' });
  });

  it('is not searched elsewhere when BROWSER_PATH names another program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-browser-'));
    atFileEnd(() => rmSync(folder, { recursive: true }));
    const script = join(folder, 'chrome');
    writeFileSync(script, '#!/bin/sh\nexit 1\n');
    chmodSync(script, 0o755);
    await expect(findBrowser({ browserPath: script })).rejects.toThrowError(`BROWSER_PATH is ${script}`);
    await expect(findBrowser({ browserPath: join(folder, 'none') })).rejects.toThrowError('BROWSER_PATH');
  });

  it('warns once when it can only run without its sandbox', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-browser-'));
    atFileEnd(() => rmSync(folder, { recursive: true }));
    const script = join(folder, 'chrome');
    const path = await browserPath();
    writeFileSync(script, `#!/bin/sh\ncase "$*" in *--no-sandbox*) exec '${path}' "$@" ;; esac\nexit 1\n`);
    chmodSync(script, 0o755);
    const said: string[] = [];
    const browser = createBrowser({ path: script, concurrency: 2, warn: (problem) => said.push(problem) });
    atFileEnd(() => browser.close());
    await Promise.all([1, 2].map(() => browser.withContext({}, (context) => context.newPage())));
    expect(said).toEqual([expect.stringContaining('without a sandbox')]);
  });

  it('is reused with limited contexts, each of them alone in its browser', async () => {
    const browser = await testBrowser();
    let now = 0;
    let most = 0;
    const browsers = new Set<unknown>();
    await Promise.all(
      Array.from({ length: 4 }, () =>
        browser.withContext({}, async (context) => {
          now += 1;
          most = Math.max(most, now);
          // The first context waits until there is a second.
          await expect.poll(() => most).toBeGreaterThan(1);
          const at = context.browser();
          browsers.add(at);
          expect(at?.contexts()).toHaveLength(1);
          expect(await context.cookies()).toEqual([]);
          await context.addCookies([{ name: 'a', value: 'b', url: 'http://example.com/' }]);
          await context.newPage();
          now -= 1;
        }),
      ),
    );
    expect([most, browsers.size]).toEqual([2, 2]);
  });

  it('has no network access without a proxy of the context', async () => {
    let came = 0;
    const server = await startHttpServer((_request, response) => {
      came += 1;
      response.end('x');
    });
    await single.withContext({}, async (context) => {
      const page = await context.newPage();
      await expect(page.goto(`${server.origin}/`)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
    });
    expect(came).toBe(0);
  });

  it('frees its place when work fails, and restarts after a crash', async () => {
    await expect(single.withContext({}, async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    const killed = single.withContext({}, async (context) => {
      const session = await context.browser()?.newBrowserCDPSession();
      const gone = new Promise((resolve) => context.browser()?.once('disconnected', resolve));
      session?.send('Browser.crash').catch(() => undefined);
      await gone;
      await context.newPage();
    });
    await expect(killed).rejects.toThrow();
    expect(await single.withContext({}, async (context) => (await context.newPage()).url())).toBe('about:blank');
  });

  it('is not reused after a capture that exceeded its deadline, because the page may have blocked it', async () => {
    const used = () => single.withContext({}, async (context) => context.browser());
    const first = await used();
    expect(await used()).toBe(first);
    const late = single.withContext({}, async () => Promise.reject(new CaptureFailure('timeout', 'Not in time.')));
    await expect(late).rejects.toThrow('Not in time.');
    const second = await used();
    expect(second).not.toBe(first);
    await expect.poll(() => first?.isConnected()).toBe(false);
    const wrong = single.withContext({}, async () => Promise.reject(new CaptureFailure('http_status', 'It said 401.')));
    await expect(wrong).rejects.toThrow('401');
    expect(await used()).toBe(second);
  });

  it('reports a failed start on every attempt', async () => {
    const browser = createBrowser({ path: '/nowhere/chrome', concurrency: 1 });
    for (let i = 0; i < 2; i += 1)
      await expect(browser.withContext({}, async () => 1)).rejects.toThrow('/nowhere/chrome');
    await browser.close();
  });

  it('ends running work once closed, does not blame its page, and accepts no more', async () => {
    const browser = await start(1);
    const running = browser.withContext({}, async (context) => {
      const page = await context.newPage();
      void browser.close();
      await page.waitForEvent('popup', { timeout: 0 }).catch((cause: unknown) => {
        throw new CaptureFailure('crashed', 'The browser gave up on the page.', { cause });
      });
    });
    await expect(running).rejects.toMatchObject({ code: 'SERVICE_STOPPING' });
    await expect(browser.withContext({}, async () => 1)).rejects.toMatchObject({ code: 'SERVICE_STOPPING' });
  });
});
