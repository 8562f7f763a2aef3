import { describe, expect, it } from 'vitest';
import { CaptureFailure } from '../../../server/capture/index.ts';
import { coloursOf, noticesOf, openMails } from '../../capture/support/mails.ts';
import { png, site } from '../../capture/support/site.ts';
import { newBrowser, testBrowser } from '../../support/browser.ts';
import { fetchingMail, hostileMails } from '../../support/emails/hostile.ts';
import { mails } from '../../support/emails/mails.ts';
import { show } from '../../support/emails/show.ts';
import { openVictim } from '../../support/emails/victim.ts';
import { serveSilence } from '../../support/servers.ts';

const realistic = await openMails();

// The tests share a browser; a test that waits for its turn has enough time.
describe.concurrent('a realistic email', () => {
  // Each in light or dark, in turn.
  const shown = Object.keys(mails('')).map((name, at) => ({ name, theme: at % 2 === 0 ? 'dark' : 'light' }));
  it.each(shown)('gives the same screenshot and elements twice: $name, $theme', async ({ name, theme }) => {
    const dark = theme === 'dark';
    const [first, second] = await Promise.all([realistic.show(name, dark), realistic.take(name, dark)]);
    expect(first.png.equals(second.png)).toBe(true);
    expect(first.elements).toEqual(second.elements);
    expect(first.elements.length).toBeGreaterThan(0);
    expect(first.width).toBe(1360);
    expect(first.notices.join()).not.toMatch(/could not be|still loading|by itself/);
  });

  it('is cut where it is too tall, and reports it', async () => {
    const shot = await realistic.show('huge digest');
    expect(shot.height).toBe(8823 * 2);
    expect(shot.notices).toEqual(['The email is 16,000 px tall; the screenshot ends at 8,823 px.']);
  });
});

it('an email that declares light only has no dark background', async () => {
  const html = '<style>:root { color-scheme: only light }</style><p>Hello';
  const shown = await show(await testBrowser(), '', html, { dark: true });
  expect((await coloursOf(shown))(600, 600)).toEqual([255, 255, 255]);
});

describe.concurrent('the notices about an email', () => {
  const cases: [string, string, RegExp][] = [
    ['paths', '<img src="/logo.png"><img src="file:///C:/a.png">x', /^2 images have no http\(s\) address/],
    [
      'paths in styles, where an element has them',
      '<style>@media all { .a { background: url(a.png) } } .b { background: url("b.png") } svg { fill: url(#c) }</style><p class=a>x<svg></svg>',
      /^1 image has no http\(s\) address/,
    ],
    ['placeholders', '<img src="{{logo}}">x', /^1 image address is still a placeholder/],
    ['handlers', '<p onclick="x()">x', /^Scripts do not run/],
    ['forms', '<form><input></form>x', /^Forms do not work in most mail clients\.$/],
    ['frames', '<iframe src="https://a.example"></iframe>x', /^Frames, videos and plugins/],
    ['AMP', '<html ⚡4email><head><style amp4email-boilerplate></style></head><body>x', /^This is an AMP email/],
    ['leading away', '<meta http-equiv=refresh content="0;url=about:blank">x', /wants to lead elsewhere by itself/],
  ];
  it.each(cases)('%s', async (_, html, words) => {
    const said = await noticesOf(html);
    expect(said).toEqual([expect.stringMatching(words)]);
  });

  it('say nothing of forms where only a menu hides a checkbox', async () => {
    expect(await noticesOf('<label>☰ <input type=checkbox style="display:none"></label><input type=hidden>x')).toEqual(
      [],
    );
  });

  it('report missing images and styles, and the email is shown', async () => {
    const silence = await serveSilence();
    const at = `127.0.0.1:${silence.port}`;
    const html = `<link rel=stylesheet href="http://${at}/a.css"><img src="http://${at}/a.png"><body bgcolor="#00ff00">x`;
    const shot = await show(await testBrowser(), `capture=127.0.0.1/32:${silence.port}`, html);
    expect(silence.connections()).toBeGreaterThan(0);
    await silence.close();
    expect((await coloursOf(shot))(300, 300)).toEqual([0, 255, 0]);
    expect(shot.notices).toEqual([
      `1 stylesheet could not be loaded: ${at}/a.css (no answer in time).`,
      `1 image could not be loaded: ${at}/a.png (no answer in time).`,
      'Parts of the email were still loading when the screenshot was taken.',
    ]);
  });
});

/** Emails that no browser shows in time. */
const tooMuch = new Set(['heavy filters', 'slow selectors', 'svg bomb', 'deep', 'never answering']);

describe('a hostile email', () => {
  it('neither runs, navigates away, outlives its deadline nor fails without a reason', async () => {
    const silent = { delayMs: 20_000 };
    const host = await site({
      '/ok.png': { headers: { 'content-type': 'image/png' }, body: await png('lime', 20, 20) },
      '/silent.css': silent,
      '/silent2.css': silent,
      '/silent.png': silent,
      '/circle': { status: 302, headers: { location: '/circle' } },
      '/to-origin': { status: 302, headers: { location: 'http://email.invalid/' } },
    });
    const all = Object.entries(hostileMails(host.origin));
    const waiting = [...all];
    const browser = await newBrowser(3);
    const counts = { shown: 0, ended: 0 };
    const wrong: string[] = [];

    async function attack(name: string, html: string): Promise<void> {
      const deadlineMs = tooMuch.has(name) ? 3_000 : 8_000;
      const begun = performance.now();
      try {
        const shot = await show(browser, host.allow, html, { deadlineMs });
        counts.shown += 1;
        if (shot.finalUrl !== 'http://email.invalid/') wrong.push(`${name}: shows ${shot.finalUrl}`);
      } catch (error) {
        counts.ended += 1;
        if (!(error instanceof CaptureFailure)) wrong.push(`${name}: ${String(error)}`);
      }
      if (performance.now() - begun > deadlineMs + 15_000) wrong.push(`${name}: outlived its deadline`);
    }
    async function worker(): Promise<void> {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await attack(...next);
    }
    await Promise.all([worker(), worker(), worker()]);
    await browser.close();
    const paths = host.requests.map(({ path }) => path);
    await host.close();
    console.log(
      `${all.length} hostile emails: ${counts.shown} shown, ${counts.ended} ended with a reason; scripts run, places left for and other errors: ${wrong.length}`,
    );
    expect(wrong).toEqual([]);
    expect(paths.filter((path) => /^\/(ran|left)/.test(path))).toEqual([]);
    expect(paths, 'the host could be reached').toContain('/ok.png');
    expect(all.length).toBeGreaterThanOrEqual(25);
    expect(counts.shown, 'most of them are harmless once nothing runs').toBeGreaterThan(all.length / 2);
  });

  it('reaches no private place, with any spelling of its address', async () => {
    const victim = await openVictim();
    const browser = await testBrowser();
    const names = ['127.0.0.1', '0.0.0.0', '127.1'];
    await Promise.all(names.map((name) => show(browser, '', fetchingMail(`http://${name}:${victim.port}`))));
    expect(victim.came).toEqual([]);
    await victim.close();
  });

  it('that blocks its browser is stopped, and the next one in its place is shown', async () => {
    const browser = await newBrowser(1);
    const heavy = hostileMails('http://127.0.0.1:9')['heavy filters'] ?? '';
    const jammed = show(browser, '', heavy, { deadlineMs: 3_000 });
    await expect(jammed).rejects.toMatchObject({
      name: 'CaptureFailure',
      reason: expect.stringMatching(/^(timeout|crashed)$/),
    });
    const next = await show(browser, '', '<body bgcolor="#00ff00"><p>Hello</p>');
    await browser.close();
    expect((await coloursOf(next))(300, 300)).toEqual([0, 255, 0]);
    expect(next.notices).toEqual([]);
  });
});
