import { expect, test } from 'vitest';
import { recordDials } from '../../api/adapters/support/dials.ts';
import { hostileAddresses } from '../../security/support/addresses.ts';
import { walledIn } from '../../security/support/browser.ts';
import { startRedirector } from '../../security/support/redirector.ts';
import { setTraps } from '../../security/support/traps.ts';
import { startHttpServer } from '../../support/servers.ts';

const traps = await setTraps();
const redirector = await startRedirector();
const host = await startHttpServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>host</title><iframe name=frame></iframe>');
});

/** Requests every address in its way, several at a time, and counts those that answered. Runs inside the page. */
async function askInPage({ urls, way, redirector: origin }: { urls: string[]; way: string; redirector: string }) {
  const ways: Record<string, (url: string) => Promise<unknown>> = {
    'sub-resource': (url) => fetch(url, { mode: 'no-cors' }),
    'redirect target': (url) => fetch(`${origin}/?to=${encodeURIComponent(url)}`, { mode: 'no-cors' }),
  };
  const ask = ways[way];
  if (ask === undefined) throw new Error(`There is no way ${way}`);
  let answered = 0;
  let refused = 0;
  const queue = urls.values();
  const work = async () => {
    for (const url of queue) {
      const came = await ask(url).then(
        () => true,
        () => false,
      );
      if (came) answered += 1;
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return { answered, refused };
}

test('the browser reaches no hostile address, as a page, a part of one, or a redirect', async () => {
  const urls = hostileAddresses(traps.port).map(({ url }) => url.replace(/^https:/, 'http:'));
  const allow = `capture=127.0.0.1/32:${redirector.port}, capture=127.0.0.1/32:${host.port}`;
  const { dials, stop } = recordDials();
  /** A browser takes long for each address. `outbound-paths.test.ts` tries every address through the proxy. */
  const some = (every: number) => urls.filter((_, at) => at % every === 0);
  const inPage = { 'sub-resource': some(4), 'redirect target': some(4) };
  const outcomes = await Promise.all([
    ...Object.entries(inPage).map(async ([way, asked]) => {
      const { value } = await walledIn({ allow }, async (context) => {
        const page = await context.newPage();
        await page.goto(host.origin);
        return page.evaluate(askInPage, { urls: asked, way, redirector: redirector.origin });
      });
      return { way, ...value };
    }),
    walledIn({ allow }, async (context) => {
      const page = await context.newPage();
      let answered = 0;
      let refused = 0;
      for (const url of some(24)) {
        // An address outside the web is refused before it reaches a browser.
        const response = /^http/i.test(url) ? await page.goto(url, { waitUntil: 'commit' }).catch(() => null) : null;
        if (response === null) refused += 1;
        else answered += 1;
      }
      return { answered, refused };
    }).then(({ value }) => ({ way: 'navigation', ...value })),
  ]);
  stop();
  const own = [`127.0.0.1 ${redirector.port}`, `127.0.0.1 ${host.port}`];
  const elsewhere = dials.filter((dial) => !own.includes(dial));
  const wanted = 2 * some(4).length + some(24).length;
  const attempts = outcomes.reduce((sum, { answered, refused }) => sum + answered + refused, 0);
  console.log(
    `${outcomes.length} ways of the browser over ${urls.length} addresses: ${attempts} attempts, ${elsewhere.length} dials to non-public addresses, ${traps.came.length} connections seen; ${JSON.stringify(outcomes)}`,
  );
  expect(attempts).toBe(wanted);
  expect(dials.length).toBeGreaterThan(100);
  expect(elsewhere).toEqual([]);
  expect(traps.came).toEqual([]);
});
