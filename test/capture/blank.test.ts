import { expect, test } from 'vitest';
import type { CaptureRequest } from '../../server/capture/index.ts';
import { capture, smallScreen } from './support/capture.ts';
import { site } from './support/site.ts';

const script = (body: string) => `<!doctype html><title>Orders</title><div id=root></div><script>${body}</script>`;
const closed = `customElements.define('x-app', class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<h1>Orders</h1>'; }
});`;

const running = await site({
  '/throws': script('const user = undefined; root.textContent = user.name'),
  '/rejects': script(
    `Promise.reject(new Error('GET https://me:word@api.example.com/v1/orders?key=1 with let-me-in and eyJhbGciOiJIUzI1NiJ9.e30: 401\\nat once'))`,
  ),
  '/query': script(
    `throw new Error('no preview for ' + new URLSearchParams(location.search).get('bypass') + ' by let-me-in')`,
  ),
  '/logs': script(`try { null.rows } catch (error) { console.error('ERROR', error) }`),
  '/skeleton': `<header style="height:56px;background:#246"></header>${script('throw new TypeError("rows is undefined")')}`,
  '/covered': `<h1>Orders</h1><div style="position:fixed;inset:0;background:#fff"></div>${script('start()')}`,
  '/empty': '<!doctype html><title>Orders</title>',
  '/left': script('missing()').replace('</script>', '</script><meta http-equiv=refresh content="0; url=/empty">'),
  '/canvas': '<!doctype html><canvas width=400 height=200></canvas>',
  '/worker': script('navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)'),
  '/masked': '<!doctype html><main style="height:100vh">Orders</main>',
  '/closed': `<!doctype html><x-app></x-app><script>${closed} throw new Error('unrelated')</script>`,
  '/styled': `<style>body::before { content: 'Orders' }</style>${script('throw new Error("unrelated")')}`,
  '/boxes': '<!doctype html><div style="height:56px;background:#246"></div>',
  '/counted': script('').replace('<script>', '<script src="/gtag/js">'),
  '/gtag/js': { headers: { 'content-type': 'text/javascript' }, body: 'throw new Error("not counted")' },
});

const notices = async (path: string, more: Partial<CaptureRequest> = {}) =>
  (await capture(running.allow, { url: `${running.origin}${path}`, viewport: smallScreen, ...more })).notices;

test.each([
  ['/throws', 'is blank', `TypeError: Cannot read properties of undefined (reading 'name')`],
  ['/logs', 'is blank', `TypeError: Cannot read properties of null (reading 'rows')`],
  ['/covered', 'is blank', 'ReferenceError: start is not defined'],
  ['/skeleton', 'shows no text and no image', 'TypeError: rows is undefined'],
])('a page that shows nothing because its script failed says so: %s', async (path, what, error) => {
  expect(await notices(path)).toEqual([`The page ${what}, and one of its scripts failed: “${error}”.`]);
});

test('an error is quoted without addresses, keys and the credentials of the capture', async () => {
  const error = 'Error: GET api.example.com/…/orders with … and …: 401';
  expect(await notices('/rejects', { headers: { 'x-preview': 'let-me-in' } })).toEqual([
    `The page is blank, and one of its scripts failed: “${error}”.`,
  ]);
  const more = { headers: { 'x-part': 'let-me', 'x-preview': 'let-me-in' } };
  expect(await notices('/query?bypass=open%20sesame', more)).toEqual([
    'The page is blank, and one of its scripts failed: “Error: no preview for … by …”.',
  ]);
});

test.each(['/empty', '/left', '/counted'])(
  'a page that is blank without an error of its own says only that: %s',
  async (path) => {
    expect(await notices(path)).toEqual(['The page is blank: its screenshot is one colour.']);
  },
);

test('a page that is blank and has a service worker says that captures run without', async () => {
  expect(await notices('/worker')).toEqual([
    'The page is blank: it may wait for its service worker, and captures run without service workers.',
  ]);
});

test.each(['/canvas', '/closed', '/styled', '/boxes'])(
  'a page that shows something is not called blank: %s',
  async (path) => {
    expect(await notices(path)).toEqual([]);
  },
);

test('a page is not called blank because of what is painted over it', async () => {
  expect(await notices('/masked', { mask: ['html'] })).toEqual([]);
});
