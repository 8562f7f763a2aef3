import { expect, test } from 'vitest';
import { capture, captureSite } from '../../capture/support/capture.ts';
import { site } from '../../capture/support/site.ts';
import { serveSilence } from '../../support/servers.ts';

test('resources that never arrive, are refused or have no address are listed with the reason', async () => {
  const silence = await serveSilence();
  const running = await site({
    '/': `<!doctype html><p>Words</p><img src="http://127.0.0.1:${silence.port}/late.png">
      <img src="http://nothing.invalid/assets/hero.png?key=secret"><img src="http://10.0.0.1/x/9f8e7d6c5b4a39281706f5e4d3c2b1a0"><script async src="http://127.0.0.1:1/refused.js"></script>`,
  });
  const allow = `${running.allow},capture=127.0.0.1/32:${silence.port},capture=127.0.0.1/32:1`;
  const { notices } = await capture(allow, { url: `${running.origin}/` });
  expect(notices).toEqual([
    '1 script could not be loaded: 127.0.0.1:1/refused.js (a port that browsers refuse).',
    `3 images could not be loaded: 10.0.0.1/…/… (not a public address), 127.0.0.1:${silence.port}/late.png (no answer in time), nothing.invalid/…/hero.png (unknown host).`,
    'Parts of the page were still loading when the screenshot was taken.',
  ]);
});

test('a page whose styles all failed reports this first', async () => {
  const page = '<!doctype html><link rel=stylesheet href="/a.css"><div style="height:30000px">x</div>';
  expect((await captureSite(page)).noticeCodes).toEqual(['failed_stylesheets', 'cut_below']);
});

test('a page that loops for ever after loading is reported long before the deadline', async () => {
  const page = '<script>onload = () => setTimeout(() => { for (;;) {} }, 100)</script>';
  await expect(captureSite(page, { maxSilenceMs: 300 })).rejects.toMatchObject({
    name: 'CaptureFailure',
    reason: 'timeout',
    message: expect.stringContaining('endless loop'),
  });
});
