import { beforeAll, describe, expect, it } from 'vitest';
import { declaresDark } from '../../server/contract/dark-email.ts';
import { testBrowser } from '../support/browser.ts';
import { fetchingMail } from '../support/emails/hostile.ts';
import { show } from '../support/emails/show.ts';
import { openVictim } from '../support/emails/victim.ts';
import { coloursOf, noticesOf, openMails } from './support/mails.ts';
import { png, type Site, site } from './support/site.ts';

const hex = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const realistic = await openMails();

// The tests share a browser; a test that waits for its turn has enough time.
describe.concurrent('a realistic email', () => {
  it('gives the same screenshot twice, with its elements', async () => {
    const [first, second] = await Promise.all([
      realistic.show('dark-mode aware', true),
      realistic.take('dark-mode aware', true),
    ]);
    expect(first.png.equals(second.png)).toBe(true);
    expect(first.elements).toEqual(second.elements);
    expect(first.elements.length).toBeGreaterThan(0);
    expect(first.width).toBe(1360);
    expect(first.notices.join()).not.toMatch(/could not be|still loading|by itself/);
  });

  it('shows the parts for everybody and hides those for Outlook', async () => {
    const { elements, ...shot } = await realistic.show('newsletter');
    const texts = elements.map(({ text }) => text).join('\n');
    expect(texts).toContain('For everybody else');
    expect(texts).not.toContain('Outlook');
    const colour = await coloursOf(shot);
    expect(colour(60, 30), 'the image behind the headline').toEqual(hex('#806020'));
    expect(colour(60, 183), 'the row for everybody').toEqual(hex('#00aa00'));
    expect(colour(20, 500), 'the ground').toEqual(hex('#eeeeee'));
  });

  it('loads remote images, styles and imports, and the images for dense screens', async () => {
    expect((await coloursOf(await realistic.show('responsive')))(340, 50)).toEqual(hex('#608020'));
    const fonts = await realistic.show('web font');
    const heading = fonts.elements.find(({ tag }) => tag === 'h1');
    expect(heading?.styles).toMatchObject({ color: 'rgb(204, 0, 0)' });
    expect(fonts.elements.find(({ tag }) => tag === 'p')?.styles).toMatchObject({ color: 'rgb(0, 255, 255)' });
  });

  it('has a dark screenshot when it declares dark styles', async () => {
    const html = realistic.html['dark-mode aware'] ?? '';
    expect(declaresDark(html)).toBe(true);
    expect(declaresDark(realistic.html.receipt ?? '')).toBe(false);
    const light = await coloursOf(await realistic.show('dark-mode aware'));
    const dark = await coloursOf(await realistic.show('dark-mode aware', true));
    expect([light(10, 10), light(200, 90)]).toEqual([hex('#ffffff'), hex('#3869d4')]);
    expect([dark(10, 10), dark(200, 90)]).toEqual([hex('#101418'), hex('#ffcc00')]);
  });

  it('has the dark background of a mail client, unless its text would vanish on it', async () => {
    const rule = '<style>@media (prefers-color-scheme: dark) { .logo { background: #222 } }</style>';
    const browser = await testBrowser();
    const bare = await show(browser, '', `${rule}<p>Hello</p>`, { dark: true });
    expect((await coloursOf(bare))(600, 600)).toEqual(hex('#121212'));
    const painted = await show(browser, '', `${rule}<table bgcolor="#ffffff"><tr><td>Hello</table>`, { dark: true });
    expect((await coloursOf(painted))(600, 600)).toEqual(hex('#ffffff'));
  });

  it('gets a sans-serif font and the browser’s margin, and may override both', async () => {
    const browser = await testBrowser();
    const bare = '<div style="width:100px;height:20px;background:#0000ff">iii</div>';
    const plain = await show(browser, '', bare);
    const own = await show(browser, '', `<style>:where(html) { font-family: serif } body { margin: 0 }</style>${bare}`);
    expect((await coloursOf(plain))(4, 4)).toEqual([255, 255, 255]);
    expect((await coloursOf(own))(90, 2)).toEqual([0, 0, 255]);
    expect(plain.elements.find(({ tag }) => tag === 'div')?.box).toMatchObject({ x: 8, y: 8, width: 100, height: 20 });
    expect(plain.png.equals(own.png)).toBe(false);
  });
});

describe.concurrent('the notices about an email', () => {
  it('say that it is too wide, that its images are attachments, and that its scripts were left out', async () => {
    const html = '<img src="cid:a"><img src="cid:b"><script>1</script><div style="width:900px">x';
    expect(await noticesOf(html)).toEqual([
      expect.stringMatching(/^The email is 908 px wide in a reading pane of 680 px/),
      '2 images are attachments (cid:) and cannot be shown.',
      'Scripts do not run in email and were left out.',
    ]);
  });

  it('say that nothing is visible', async () => {
    expect(await noticesOf('<p> &nbsp; </p><div style="height:50px"></div>')).toEqual([
      'Nothing can be seen in this email.',
    ]);
  });

  describe('about its images', () => {
    let host: Site;
    beforeAll(async () => {
      const tiny = { headers: { 'content-type': 'image/png' }, body: await png('red', 1, 1) };
      host = await site({ '/text': 'no image', '/tiny': tiny });
    });

    it('list those that failed, by address and reason, and possible trackers', async () => {
      const { origin, port, allow } = host;
      const html = `<img src="${origin}/gone?a=secret"><img src="${origin}/text"><img src="http://10.0.0.1/x.png">x
        <img src="${origin}/tiny" width=1 height=1>`;
      expect(await noticesOf(html, allow)).toEqual([
        `3 images could not be loaded: 10.0.0.1/x.png (not a public address), 127.0.0.1:${port}/gone (answered 404), 127.0.0.1:${port}/text (not an image).`,
        '1 image of 1 × 1 px was loaded from elsewhere, as trackers use.',
      ]);
    });

    it('are empty for a spacer, and for an email without faults', async () => {
      const spacer = `<img src="${host.origin}/tiny" width=300 height=9>`;
      const html = `<!doctype html><p>Hi, <b>all</b> is 3 > 2 & fine: a=b; a = "c"</p>${spacer}`;
      expect(await noticesOf(html, host.allow)).toEqual([]);
    });
  });
});

describe('a hostile email', () => {
  it('reaches no private place by any fetch, though the same ways work elsewhere', async () => {
    const walled = await openVictim();
    const browser = await testBrowser();
    await show(browser, '', fetchingMail(`http://localhost:${walled.port}`));
    expect(walled.came).toEqual([]);
    await walled.close();

    const open = await openVictim();
    await show(browser, `capture=127.0.0.1/32:${open.port}`, fetchingMail(open.origin));
    const ways = new Set(open.came.map((path) => new URL(path, open.origin).pathname.slice(1)));
    await open.close();
    const expected = [
      'img',
      'srcset',
      'style',
      'import',
      'font',
      'background',
      'cell',
      'input',
      'poster',
      'list',
      'inline',
      'svg-image',
    ];
    for (const way of expected) expect(ways).toContain(way);
    const never =
      'refresh iframe object embed form link ping script fetch beacon handler prefetch prerender video audio track manifest report vml';
    for (const way of never.split(' ')) expect(ways).not.toContain(way);
    console.log(`${ways.size} ways of an email to fetch: 0 dials; allowed, each is used`);
  });
});
