import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { viewports } from '../../../server/capture/index.ts';
import { elementAt } from '../../../server/domain/mark/element.ts';
import { elementsOf, packaged, type Shown, selectInPage, withPage } from './element-map.ts';

const lorem =
  'Reviews are made of screenshots, and screenshots of what a page shows to those who open it for the first time.';
const head =
  '<!doctype html><meta name=viewport content="width=device-width"><style>body { font: 16px sans-serif }</style>';

const guide = `${head}<title>Guide</title>
<style>
  body { margin: 0 } .layout { display: grid; grid-template-columns: minmax(80px, 240px) 1fr }
  header { position: sticky; top: 0; display: flex; gap: 20px; padding: 16px; background: #eee }
  pre { overflow: auto; max-width: 300px } .badge { padding: 2px 6px; background: gold }
</style>
<header><a href="/"><svg width=24 height=24><circle cx=12 cy=12 r=10 /></svg> Guide</a>
  <nav aria-label=Main><a href=/start>Start</a> <a href=/api>API <span class=badge>new</span></a></nav>
  <input type=search placeholder="Search the guide"></header>
<div class=layout><aside><ul>${Array.from({ length: 30 }, (_, at) => `<li><a href="/chapter/${at}">Chapter ${at}</a>`).join('')}</ul></aside>
<main>${Array.from({ length: 12 }, (_, at) => `<h2 id="part-${at}">Part ${at}</h2><p>${lorem} <a href="#part-${at}">Here</a>, <code>npm i</code> and <b>more</b>.<pre>const a = ${at};\nconsole.log(a);</pre>`).join('')}
<table><tr><th>Name<th>Type<tr><td>id<td>string</table></main></div><footer>All of it <a href=/imprint>Imprint</a></footer>`;

const form = `${head}<h1>Sign up</h1><form><fieldset><legend>You</legend>
  <label>Name <input name=name></label> <label for=mail>Mail</label> <input id=mail type=email>
  <label><input type=checkbox name=terms> I agree to the <a href=/terms>terms</a></label>
  <select name=country><option>Here<option>There</select> <textarea name=about></textarea>
  <input type=radio name=plan value=a><input type=radio name=plan value=b></fieldset>
  <button class="btn btn-primary" style="padding: 14px 40px"><span>Create account</span></button> <input type=reset></form>
  <details open><summary>More</summary><p>Something</p></details>`;

const shadow = `${head}<x-shell></x-shell><x-card><b slot=title>Light one</b></x-card><x-card><b slot=title>Light two</b></x-card>
<script>
  const define = (name, html) => customElements.define(name, class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = html; }
  });
  define('x-button', '<style>button { padding: 12px }</style><button part=b><slot>Go</slot></button>');
  define('x-card', '<section style="padding: 20px"><h3><slot name=title></slot></h3><p>In the shade</p><x-button></x-button></section>');
  define('x-shell', '<header><a href="/home" id=home>Home</a><x-button>Menu</x-button></header>');
</script>`;

const spec = {
  openapi: '3.0.0',
  info: { title: 'Pets', version: '1.0.0', description: 'All about them' },
  tags: [{ name: 'pets' }, { name: 'people' }],
  paths: Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `/thing-${at}/{id}`,
      Object.fromEntries(
        ['get', 'post', 'delete'].map((verb) => [
          verb,
          {
            tags: [at % 2 === 0 ? 'pets' : 'people'],
            summary: `${verb} thing ${at}`,
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: { 200: { description: 'fine' } },
          },
        ]),
      ),
    ]),
  ),
};

const pages = {
  'a guide': async () => ({ html: guide }),
  'a guide on a phone': async () => ({ html: guide, viewport: 'mobile' }),
  'a page without a viewport tag on a phone': async () => ({
    html: guide.replace(/<meta name=viewport[^>]*>/, ''),
    viewport: 'mobile',
  }),
  'a guide from right to left': async () => ({ html: guide.replace('<title>', '<html dir=rtl><title>') }),
  'a zoomed guide': async () => ({ html: guide, styles: 'main { zoom: 1.5 } aside { transform: scale(0.8) }' }),
  'a form': async () => ({ html: form }),
  'shadow trees': async () => ({ html: shadow }),
  'an API reference': async () => ({
    html: `${head}<div id=reference></div>`,
    styles: await packaged('swagger-ui-dist/swagger-ui.css'),
    scripts: [
      await packaged('swagger-ui-dist/swagger-ui-bundle.js'),
      `SwaggerUIBundle({ dom_id: '#reference', spec: ${JSON.stringify(spec)}, onComplete: () => { document.title = 'ready' } })`,
    ],
  }),
  'a map': async () => ({
    html: `${head}<div id=map style="height: 600px"></div><p>Below the map</p>`,
    styles: await packaged('leaflet/dist/leaflet.css'),
    scripts: [
      await packaged('leaflet/dist/leaflet-src.js'),
      `const map = L.map('map', { zoomAnimation: false, fadeAnimation: false }).setView([52, 13], 9);
       const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
       for (const at of [0, 1, 2]) L.marker([52 + at / 5, 13 + at / 3], { alt: 'Place ' + at,
         icon: L.icon({ iconUrl: pixel, iconSize: [25, 41] }) }).addTo(map);
       L.popup().setLatLng([51.8, 12.6]).setContent('<b>Hello</b>').openOn(map);
       L.control.scale().addTo(map);`,
    ],
  }),
} satisfies Record<string, () => Promise<Shown>>;

export type ClickedPage = keyof typeof pages;

/** Returns the elements that can be clicked at their middle, with that point. Runs inside the page. */
const targetsInPage = `() => {
  const all = [];
  const collect = (root) => root.querySelectorAll('*').forEach((each) => {
    all.push(each);
    if (each.shadowRoot) collect(each.shadowRoot);
  });
  collect(document);
  const deepest = (x, y) => {
    let found = document.elementFromPoint(x, y);
    for (let inner = found?.shadowRoot?.elementFromPoint(x, y); inner && inner !== found; ) {
      found = inner;
      inner = found.shadowRoot?.elementFromPoint(x, y);
    }
    return found;
  };
  window.isWithin = (inner, outer) => {
    for (let at = inner; at; at = at.assignedSlot ?? at.parentNode ?? at.host) if (at === outer) return true;
    return false;
  };
  const kinds = 'a[href], button, input, select, textarea, summary, h1, h2, h3, p, img, td, th, pre, legend, label, code';
  window.targets = all.filter((each) => each.matches(kinds)).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { element, x: x + width / 2, y: y + height / 2, width, height };
  }).filter(({ element, x, y, width, height }) => {
    const hit = deepest(x, y);
    return width >= 4 && height >= 4 && hit !== null && isWithin(hit, element);
  });
  return targets.map(({ x, y }) => ({ x, y }));
}`;

async function pageHeight(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollHeight'));
}

/** Expects that every clickable element is found again by its selector, from its middle. */
export async function expectMiddlesFound(name: ClickedPage): Promise<void> {
  const shown: Shown = await pages[name]();
  const { scale } = viewports[shown.viewport ?? 'desktop'];
  await withPage(shown, async (page) => {
    if (name === 'an API reference') await page.waitForFunction("document.title === 'ready'");
    // As tall as the page, so that every place of it can be queried.
    const { width } = page.viewportSize() ?? { width: 0 };
    await page.setViewportSize({ width, height: Math.min(8_000, await pageHeight(page)) });
    const wide = Number(await page.evaluate('Math.max(innerWidth, document.documentElement.scrollWidth)'));
    const high = Number(await page.evaluate('Math.max(innerHeight, document.documentElement.scrollHeight)'));
    const elements = await elementsOf(page, { width: wide, height: high });

    // Parents precede their children, and every box lies inside the image.
    elements.forEach(({ parent, box }, index) => {
      if (parent !== null) expect(parent).toBeLessThan(index);
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(wide + 0.01);
      expect(box.y + box.height).toBeLessThanOrEqual(high + 0.01);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(3.99);
    });

    // The page itself counts the matches of every selector.
    const told = elements.flatMap(({ selectors }) => selectors);
    const counted = await page.evaluate(
      `(${JSON.stringify(told.map(({ selector }) => selector))}).map((each) => (${selectInPage})(each).length)`,
    );
    expect(counted).toEqual(told.map(({ matches }) => matches));
    for (const { tag, selectors } of elements) {
      expect(selectors.filter(({ matches }) => matches === 1).length, tag).toBeGreaterThan(0);
    }

    const places = (await page.evaluate(`(${targetsInPage})()`)) as { x: number; y: number }[];
    const shot = { width: wide * scale, height: high * scale };
    const found = places.map(({ x, y }) => {
      const place = { x: x / wide, y: y / high, width: null, height: null };
      const element = elementAt({ scale, elements }, place, shot);
      return element?.selectors.find(({ matches }) => matches === 1)?.selector ?? null;
    });
    const judged = (await page.evaluate(`(${JSON.stringify(found)}).map((selector, at) => {
      const { element } = targets[at];
      if (selector === null) return 'nothing for ' + element.outerHTML.slice(0, 80);
      const [hit] = (${selectInPage})(selector);
      if (hit === element) return 'itself';
      return isWithin(hit, element) ? 'within' : selector + ' for ' + element.outerHTML.slice(0, 80);
    })`)) as string[];
    const count = (what: string) => judged.filter((each) => each === what).length;
    console.log(
      `${name}: ${elements.length} elements, ${told.length} selectors; ${judged.length} clicks: ${count('itself')} found themselves, ${count('within')} a part of themselves`,
    );
    expect(judged.filter((each) => each !== 'itself' && each !== 'within')).toEqual([]);
    expect(judged.length).toBeGreaterThan(5);
    expect(count('itself')).toBeGreaterThan(judged.length * 0.7);
  });
}
