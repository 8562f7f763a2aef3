import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from '../web/support/browser.ts';

const service = await startService({ ROLE: 'web' });
const browser = await launchBrowser();

const scriptOf = (html: string): string => /<script src="([^"]+)"/.exec(html)?.[1] ?? '';

test('the reference shows every part on a laptop and a phone, loads only from our origin, and logs no error', async () => {
  const { page, complaints } = await openPage(browser, 'about:blank');
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
  });
  const beyond = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await page.goto(`${service.url}/docs`);
  await page.getByRole('heading', { name: 'Sightline', level: 1 }).waitFor();
  await page.goto(`${service.url}/docs/#tag/reviews/POST/api/reviews`);
  await page.getByRole('heading', { name: 'Ask a person to look' }).waitFor();
  await page.getByText('Checkout, new pay button').first().waitFor();
  expect(await page.title()).toBe('Sightline: the reference');
  expect(await beyond()).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(beyond).toBeLessThanOrEqual(0);
  await page.getByText('Checkout, new pay button').first().waitFor();
  expect([...origins]).toEqual([service.url]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('its policy allows our scripts and no inline script but the page’s own', async () => {
  const answer = await fetch(`${service.url}/docs/`);
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self' 'unsafe-inline'; .*frame-ancestors 'none'$/,
  );
  const html = await answer.text();
  expect(html.match(/https?:\/\//g)).toBeNull();
  const home = await fetch(`${service.url}/`);
  expect(home.headers.get('content-security-policy')).not.toContain('unsafe');
});

test('its script is compressed for browsers that accept it, and is cached', async () => {
  const page = await fetch(`${service.url}/docs/`);
  const address = new URL(scriptOf(await page.text()), page.url);
  expect(address.search).toMatch(/^\?\d/);
  const small = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
  const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  expect(small.headers.get('cache-control')).toContain('immutable');
  expect([small.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
  expect(Number(small.headers.get('content-length'))).toBeLessThan(2_000_000);
  expect(await small.text()).toBe(await plain.text());
});

test('an unknown address answers 404 and names the reference', async () => {
  const answer = await fetch(`${service.url}/nothing/here`);
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { error: 'not_found', message: expect.stringContaining('/docs') },
  ]);
});
