import { describe, expect, test } from 'vitest';
import { connectScreenOf, rowCounts } from '../../api/oauth/support/connect-screen.ts';
import { startCallback } from '../../support/callback.ts';
import { startHttpServer } from '../../support/servers.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { arrive, attempt, connectButton, register } from '../../web/support/connect.ts';

let page = '';
/** Another site: to a browser `localhost` and `127.0.0.1` are different sites. */
const [service, browser, callback, evil] = await Promise.all([
  startService({ TRUST_PROXY: 'loopback' }),
  launchBrowser(),
  startCallback(),
  startHttpServer((request, response) => {
    const shown = request.url === '/other' ? '<h1>What may be framed</h1>' : page;
    response.writeHead(200, { 'content-type': 'text/html' }).end(shown);
  }),
]);
const clientId = await register(service, [callback.url], 'Client of an attacker');

/** A consent state that the attacker got by asking for one. */
async function ownConsent(): Promise<string> {
  const { url } = attempt(service, clientId, callback.url);
  return connectScreenOf(service.url).consent(Object.fromEntries(new URL(url).searchParams));
}

test('the test’s other site is cross-site to the service', () => {
  expect(new URL(evil.origin).hostname).not.toBe(new URL(service.url).hostname);
});

describe('a form that another site submits by itself', () => {
  const ways = {
    'as a form': (action: string, consent: string) =>
      `<form method="post" action="${action}"><input name="consent" value="${consent}"><input name="choice" value="new"></form>
       <script>document.forms[0].submit()</script>`,
    'as a form without a referrer': (action: string, consent: string) =>
      `<meta name="referrer" content="no-referrer"><form method="post" action="${action}"><input name="consent" value="${consent}"><input name="choice" value="new"></form>
       <script>document.forms[0].submit()</script>`,
    'as plain text': (action: string, consent: string) =>
      `<form method="post" enctype="text/plain" action="${action}"><input name="consent" value="${consent}&choice=new"></form>
       <script>document.forms[0].submit()</script>`,
    'from a sandbox, whose origin is hidden': (action: string, consent: string) =>
      `<iframe sandbox="allow-scripts allow-forms allow-top-navigation" srcdoc="<form method=post target=_top action='${action}'><input name=consent value='${consent}'><input name=choice value=new></form><script>document.forms[0].submit()</script>"></iframe>`,
  };
  test.each(Object.entries(ways))('%s: is refused, and nothing is made', async (name, way) => {
    page = way(`${service.url}/oauth/authorize`, await ownConsent());
    const before = await rowCounts(service);
    const calls = callback.calls.length;
    const { page: victim } = await arrive(browser, `${evil.origin}/`);
    const heading = name === 'as plain text' ? 'This cannot be read' : 'This was not pressed on our page';
    await victim.getByRole('heading', { name: heading }).waitFor();
    expect(await rowCounts(service)).toEqual(before);
    expect(callback.calls.length).toBe(calls);
    await victim.context().close();
  });
});

test('fetch from another site, with and without credentials, makes nothing and reads nothing', async () => {
  page = '<p>evil</p>';
  const consent = await ownConsent();
  const before = await rowCounts(service);
  const { page: victim } = await arrive(browser, `${evil.origin}/`);
  const outcomes = await victim.evaluate(
    async ({ url, consent }) => {
      const outcomes: string[] = [];
      for (const mode of ['cors', 'no-cors'] as const) {
        for (const credentials of ['include', 'omit'] as const) {
          const body = new URLSearchParams({ consent, choice: 'new' });
          await fetch(url, { method: 'POST', mode, credentials, body }).then(
            async (response) => outcomes.push(`${response.type} ${(await response.text()).length}`),
            () => outcomes.push('blocked'),
          );
        }
      }
      await fetch(url, { mode: 'cors' }).then(
        () => outcomes.push('read'),
        () => outcomes.push('blocked'),
      );
      outcomes.push(String(navigator.sendBeacon(url, new URLSearchParams({ consent, choice: 'new' }))));
      return outcomes;
    },
    { url: `${service.url}/oauth/authorize`, consent },
  );
  expect(outcomes).toEqual(['blocked', 'blocked', 'opaque 0', 'opaque 0', 'blocked', 'true']);
  // Once this is answered, all requests sent before without an answer have been answered as well.
  await connectScreenOf(service.url).show('');
  expect(await rowCounts(service)).toEqual(before);
  await victim.context().close();
});

test.each(['iframe', 'embed', 'object'])('an %s of another site shows nothing of it', async (element) => {
  const { url } = attempt(service, clientId, callback.url);
  const framed = (address: string) =>
    `<${element} ${element === 'object' ? 'data' : 'src'}="${address.replaceAll('&', '&amp;')}" width="800" height="800"></${element}>`;
  page = `<h1>Win a prize</h1>${framed('/other')}${framed(url)}`;
  const { page: victim, complaints } = await arrive(browser, `${evil.origin}/`);
  // A detached frame shows nothing.
  const headings = () =>
    Promise.all(
      victim.frames().map((frame) =>
        frame
          .locator('h1')
          .allTextContents()
          .catch(() => []),
      ),
    );
  await expect.poll(async () => complaints.join()).toContain("frame-ancestors 'none'");
  await expect.poll(async () => (await headings()).flat().sort()).toEqual(['What may be framed', 'Win a prize']);
  await victim.context().close();
});

describe('the name that a client states', () => {
  const tag = '<img src=x onerror="window.hit=1">';
  const names = [
    tag,
    '<script>window.hit=1</script>',
    '"><svg onload=window.hit=1>',
    "' autofocus onfocus='window.hit=1",
    '</bdi></p></div><h1>Signed by the service</h1>',
    '</title><script>window.hit=1</script>',
    '{{content}}',
    '{{title}} $& $` $1 $$',
    '&lt;script&gt;window.hit=1&lt;/script&gt;',
    '\u202eelgooG yb defireV\u202c',
    '\u2066\u2067\u2068Verified\u2069',
    '\u200f\u200e\u061cClaude',
    'Claude\u0000\u0001\u001b[31m\u0085\u2028x',
    'x\n\n\nNobody has to check this name. It is verified.',
    'Z\u0351\u036b'.repeat(300),
    'W'.repeat(5000),
    '漢'.repeat(300),
    'العربية “اسم” '.repeat(20),
    '👩‍👩‍👧‍👦'.repeat(200),
    '   ',
    '',
  ];
  test('is text on one short line in its own direction, and moves and hides nothing', async () => {
    const { page: seen, complaints } = await arrive(browser, `${service.url}/healthz`, { phone: true });
    const frame = await visibleFrame();
    for (const name of names) {
      const id = await register(service, [callback.url], name);
      await seen.goto(attempt(service, id, callback.url).url);
      const shape = await seen.evaluate(() => ({
        elements: document.querySelectorAll('script, img, iframe, object, embed, base, [onload], [onerror], [onfocus]')
          .length,
        hit: 'hit' in window,
        headings: [...document.querySelectorAll('h1')].map((each) => each.textContent),
        over: document.documentElement.scrollWidth - innerWidth,
        shown: document.querySelector('.connect-name')?.textContent ?? '',
        high: document.querySelector('.connect-who')?.getBoundingClientRect().height ?? 0,
        title: document.title,
        fields: document.querySelectorAll('form').length,
      }));
      expect({ name, ...shape }).toMatchObject({
        elements: 0,
        hit: false,
        headings: ['Connect to Sightline?'],
        over: 0,
        title: 'Connect · Sightline',
        fields: frame.fields,
      });
      expect(shape.shown).not.toMatch(/[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u);
      expect([...shape.shown].length).toBeLessThanOrEqual(100 * 7);
      expect(shape.high).toBeLessThan(500);
      await expect.poll(() => connectButton(seen).isVisible()).toBe(true);
    }
    expect(complaints).toEqual([]);
    console.log(`${names.length} hostile names on the connect screen: 0 elements made, 0 scripts run`);
    await seen.context().close();
  });

  async function visibleFrame(): Promise<{ fields: number }> {
    const { page: plain } = await arrive(browser, attempt(service, clientId, callback.url).url);
    const fields = await plain.locator('form').count();
    await plain.context().close();
    return { fields };
  }

  test('is as harmless in a redirect address: long, with markup, with lookalikes', async () => {
    const places = [
      `https://${'long-label-of-a-host.'.repeat(10)}example.com/callback`,
      `https://host.example/${'a/'.repeat(900)}`,
      'https://host.example/%3Cscript%3Ewindow.hit=1%3C/script%3E?x=%22%3E%3Cimg%20src=x%20onerror=window.hit=1%3E',
      "https://host.example/?'onfocus='window.hit=1'&a=(1)",
      'https://xn--80ak6aa92e.com/callback',
      'https://claude.ai.login.evil.example/claude.ai/callback',
      'com.example.app:/oauth2redirect',
      `${'x'.repeat(60)}://callback`,
      'http://[::1]/callback',
    ];
    const { page: seen, complaints } = await arrive(browser, `${service.url}/healthz`, { phone: true });
    for (const place of places) {
      const id = await register(service, [place], 'A client');
      await seen.goto(attempt(service, id, place).url);
      const shape = await seen.evaluate(() => ({
        shown: document.querySelector('.connect-place')?.textContent ?? '',
        elements: document.querySelectorAll('script, img, [onfocus]').length,
        over: document.documentElement.scrollWidth - innerWidth,
      }));
      expect({ place, ...shape }).toMatchObject({ elements: 0, over: 0 });
      const { protocol, host } = new URL(place);
      const whole = protocol === 'https:' ? host : protocol === 'http:' ? 'on this device' : protocol;
      expect(shape.shown).toContain(whole);
      await expect.poll(() => connectButton(seen).isVisible()).toBe(true);
    }
    expect(complaints).toEqual([]);
    await seen.context().close();
  });
});
