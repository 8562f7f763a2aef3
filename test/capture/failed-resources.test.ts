import { expect, test } from 'vitest';
import { capture, smallScreen as viewport } from './support/capture.ts';
import { png, type Site, site } from './support/site.ts';

const css = (body: string) => ({ headers: { 'content-type': 'text/css' }, body });
const script = (body: string) => ({ headers: { 'content-type': 'text/javascript' }, body });
const image = async () => ({ headers: { 'content-type': 'image/png' }, body: await png('#3869d4') });

async function taken(running: Site, path = '/') {
  const { notices, noticeCodes } = await capture(running.allow, { url: `${running.origin}${path}`, viewport });
  return { notices, noticeCodes };
}

const wrongIntegrity = 'integrity="sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="';

test('required resources that failed are listed by kind, most important first, without queries and keys', async () => {
  const running = await site({
    '/': `<!doctype html><link rel=stylesheet href="/assets/gone.css?key=secret">
      <link rel=stylesheet href="/wrong-type.css"><link rel=stylesheet ${wrongIntegrity} href="/pinned.css">
      <style>@import "/imported.css"; @font-face { font-family: gone; src: url(/a/b/gone.woff2) }
        h1 { font-family: gone } main { background: url(/ground.png) }</style>
      <script src="/gone.js"></script><script ${wrongIntegrity} src="/pinned.js"></script>
      <script type=module src="/module.js"></script><script type=module src="/root.js"></script>
      <h1>Heading</h1><main>Words</main>
      <img src="http://user:pass@10.1.2.3/private.png"><img src="/broken.png"><img src="/there.png">
      <img src="/avatars/9f8e7d6c5b4a39281706f5e4d3c2b1a0"><img src="data:image/png;base64,AAAA">`,
    '/wrong-type.css': '<!doctype html><title>Not found</title>',
    '/pinned.css': css('h1 { color: red }'),
    '/pinned.js': script('document.title = 1'),
    '/module.js': '<!doctype html><title>The app</title>',
    '/root.js': script('import "./missing-part.js"'),
    '/broken.png': { headers: { 'content-type': 'image/png' }, body: 'nothing of the kind' },
    '/there.png': await image(),
  });
  const { notices, noticeCodes } = await taken(running);
  const at = running.origin.replace('http://', '');
  expect(noticeCodes.slice(0, 4)).toEqual(['failed_stylesheets', 'failed_scripts', 'failed_fonts', 'failed_images']);
  expect(notices).toEqual([
    `4 stylesheets could not be loaded: ${at}/imported.css (answered 404), ${at}/pinned.css (does not match its integrity), ${at}/wrong-type.css (sent as text/html) and 1 more.`,
    `5 scripts could not be loaded: ${at}/gone.js (answered 404), ${at}/missing-part.js (answered 404), ${at}/module.js (sent as text/html) and 2 more.`,
    `1 font could not be loaded: ${at}/…/gone.woff2 (answered 404).`,
    `5 images could not be loaded: 10.1.2.3/private.png (could not be reached), ${at}/broken.png (not an image), ${at}/ground.png (answered 404) and 2 more.`,
  ]);
});

test('images and drawings that an SVG refers to count', async () => {
  const running = await site({
    '/': `<!doctype html><base href="/icons/"><link rel=icon href="/favicon.svg"><svg><use href="gone.svg#menu" /></svg>
      <svg><use href="there.svg#menu" /><use href="#own" /><g id=own /></svg><svg><image href="/gone.png" /></svg>`,
    '/icons/there.svg': {
      headers: { 'content-type': 'image/svg+xml' },
      body: '<svg xmlns="http://www.w3.org/2000/svg"><path id="menu" d="M0 0h9v9z"/></svg>',
    },
  });
  const at = running.origin.replace('http://', '');
  expect((await taken(running)).notices).toEqual([
    `2 images could not be loaded: ${at}/gone.png (answered 404), ${at}/…/gone.svg (answered 404).`,
  ]);
});

test('frames of the page’s own origin count, frames of others do not', async () => {
  const frame = '<!doctype html><link rel=stylesheet href="/gone.css"><img src="/gone.png">';
  const other = await site({ '/': frame });
  const running = await site({
    '/': `<!doctype html><p>Words</p><iframe src="/inner"></iframe><iframe src="${other.origin}/"></iframe>`,
    '/inner': frame,
  });
  const { notices } = await capture(`${running.allow},${other.allow}`, { url: `${running.origin}/`, viewport });
  const at = running.origin.replace('http://', '');
  expect(notices).toEqual([
    `1 stylesheet could not be loaded: ${at}/gone.css (answered 404).`,
    `1 image could not be loaded: ${at}/gone.png (answered 404).`,
  ]);
});

test('visible frames that show nothing are listed with the reason', async () => {
  const other = await site({
    '/x/map.html': { headers: { 'x-frame-options': 'DENY' }, body: 'The map' },
    '/chat.html': { headers: { 'content-security-policy': "frame-ancestors 'none'" }, body: 'The chat' },
    '/down': { status: 503, body: 'Try later' },
    '/price.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
  });
  const running = await site({
    '/refused': `<!doctype html><iframe src="${other.origin}/x/map.html"></iframe>
      <iframe src="${other.origin}/chat.html"></iframe><iframe src="/there"></iframe>`,
    '/failed': `<!doctype html><iframe src="${other.origin}/down?key=secret"></iframe><iframe src="${other.origin}/price.pdf"></iframe>
      <iframe src="http://nothing.invalid/feed"></iframe><iframe hidden src="/counted"></iframe>
      <iframe width=1 height=1 src="/dot"></iframe><iframe src="/first" onload="this.onload = null; this.src = '/there'"></iframe>`,
    '/forbidden': {
      headers: { 'content-security-policy': "frame-src 'self'" },
      body: `<!doctype html><iframe src="${other.origin}/down"></iframe><iframe src="/there"></iframe>`,
    },
    '/there': 'There',
  });
  const at = other.origin.replace('http://', '');
  const allow = `${running.allow},${other.allow}`;
  const noticesOf = async (path: string) =>
    (await capture(allow, { url: `${running.origin}${path}`, viewport })).notices;
  const refuses = 'refuses to be shown in other pages';
  expect(await noticesOf('/refused')).toEqual([
    `2 frames could not be loaded: ${at}/chat.html (${refuses}), ${at}/…/map.html (${refuses}).`,
  ]);
  expect(await noticesOf('/failed')).toEqual([
    `3 frames could not be loaded: ${at}/down (answered 503), ${at}/price.pdf (sent as application/pdf), nothing.invalid/feed (unknown host).`,
  ]);
  expect(await noticesOf('/forbidden')).toEqual([
    `1 frame could not be loaded: ${at}/down (not allowed by the content security policy).`,
  ]);
});

test('frames that a script sends elsewhere, and resources of shadow trees, are listed', async () => {
  const running = await site({
    '/': `<!doctype html><p>Words</p><iframe name=map src="/there"></iframe><iframe name=back src="/gone-first"></iframe>
      <x-card></x-card><x-open></x-open><iframe hidden name=unseen src="/there"></iframe><script>
      customElements.define('x-card', class extends HTMLElement { constructor() {
        super();
        this.attachShadow({ mode: 'closed' }).innerHTML =
          '<iframe src="/gone-card"></iframe><img src="/gone.png"><img src="/data.png"><link rel=stylesheet href="gone.css"><video src="/gone.mp4"></video>';
      } });
      customElements.define('x-open', class extends HTMLElement { constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<link rel=stylesheet href="/card.css"><img src="/card.png"><p>Card</p>';
      } });
      new Image().src = '/counted.png';
      onload = () => {
        frames.map.location = '/gone-map';
        frames.unseen.location = '/gone-unseen';
        frames.back.location = '/there';
      };</script>`,
    '/there': 'There',
    '/data.png': await image(),
  });
  const at = running.origin.replace('http://', '');
  expect((await taken(running)).notices).toEqual([
    `2 stylesheets could not be loaded: ${at}/card.css (answered 404), ${at}/gone.css (answered 404).`,
    `2 images could not be loaded: ${at}/card.png (answered 404), ${at}/gone.png (answered 404).`,
    `2 frames could not be loaded: ${at}/gone-card (answered 404), ${at}/gone-map (answered 404).`,
    `1 video could not be loaded: ${at}/gone.mp4 (answered 404).`,
  ]);
});

test('videos that show nothing are listed, and the posters of videos', async () => {
  const running = await site({
    '/': `<!doctype html><video src="/gone.mp4" poster></video><video><source src="/clip.webm"></video>
      <video poster="/still.png" src="/late.mp4"></video><video poster="/missing.png" preload=none src="/later.mp4"></video>
      <video hidden src="/unseen.mp4"></video>`,
    '/clip.webm': { headers: { 'content-type': 'video/webm' }, body: 'nothing of the kind' },
    '/still.png': await image(),
  });
  const at = running.origin.replace('http://', '');
  expect((await taken(running)).notices).toEqual([
    `1 image could not be loaded: ${at}/missing.png (answered 404).`,
    `2 videos could not be loaded: ${at}/clip.webm (not a video that this browser plays), ${at}/gone.mp4 (answered 404).`,
  ]);
});

test('resources that the final document does not need are not listed', async () => {
  const running = await site({
    '/': '<!doctype html><img src="/left-behind.png"><script>location.replace("/next")</script>',
    '/next': `<!doctype html><link rel=icon href="/icon.png"><link rel=prefetch href="/later.js">
      <link rel=preload as=image href="/early.png"><link rel=stylesheet media=print href="/paper.css">
      <link rel="alternate stylesheet" title=dark href="/dark.css"><style media=print>main { background: url(/paper.png) }</style>
      <img width=1 height=1 src="/open.gif"><img src="/first.png" onerror="this.onerror = null; this.src = '/there.png'">
      <script async src="/gtag/js?id=1"></script>
      <script>
        new Image().src = '/counted.png';
        navigator.sendBeacon('/beacon', 'seen');
        fetch('/data.json').catch(() => {});
        const stopped = new AbortController();
        fetch('/stopped', { signal: stopped.signal }).catch(() => {});
        stopped.abort();
      </script><p>Words`,
    '/there.png': await image(),
  });
  expect((await taken(running)).notices).toEqual([]);
});
