import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readElements } from '../../../server/capture/element-list.ts';
import { mapElements } from '../../../server/capture/element-map.ts';
import {
  elementsOf,
  mapped,
  one,
  type Shown,
  selectInPage,
  tall,
  withPage,
} from '../../capture/support/element-map.ts';
import { hidingNames, lies } from '../../capture/support/lies.ts';

const plain = `<!doctype html><body><h1 id=top>Title</h1><form id=form><label>Mail <input name=mail type=email></label>
<button class=send>Send <b>it</b></button></form><p data-testid=last>Words</p>`;

describe('a page that overrides DOM functions is mapped as if it did not', async () => {
  const honest = await mapped(plain);

  it.each(lies)('%s', async (_, script) => {
    expect(honest.length).toBeGreaterThan(5);
    const elements = await withPage({ html: `${plain}<script>${script}</script>` }, async (page) => elementsOf(page));
    expect(elements.map(({ outer_html: _, ...rest }) => rest)).toEqual(
      honest.map(({ outer_html: _, ...rest }) => rest),
    );
  });

  it('with names that hide DOM properties', async () => {
    const inputs = hidingNames.map((name) => `<input name="${name}">`).join('');
    const images = hidingNames
      .map((name) => `<img name="${name}" width=20 height=20 alt="${name}"><form name="${name}">${name}</form>`)
      .join('');
    const elements = await mapped(`<!doctype html><form id=form>${inputs}<button>Go</button></form>${images}`);
    expect(one(elements, 'form').selectors[0]?.selector).toBe('#form');
    expect(elements.filter(({ tag }) => tag === 'input')).toHaveLength(hidingNames.length);
    expect(elements.filter(({ tag }) => tag === 'img')).toHaveLength(hidingNames.length);
    expect(elements.filter(({ tag }) => tag === 'form')).toHaveLength(hidingNames.length + 1);
    console.log(
      `${lies.length} ways to lie and ${hidingNames.length * 3} names that hide properties: mapped as they are`,
    );
  });

  it('without running or changing anything of the page', async () => {
    const html = `${plain}<x-trap></x-trap><script>
      window.seen = [];
      customElements.define('x-trap', class extends HTMLElement {
        static observedAttributes = ['id', 'class'];
        constructor() { super(); seen.push('made'); }
        attributeChangedCallback() { seen.push('changed'); }
        disconnectedCallback() { seen.push('gone'); }
      });
      seen.length = 0;
      new MutationObserver(() => seen.push('mutated')).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      window.before = 0;
      window.before = Object.getOwnPropertyNames(window).length;
    </script>`;
    await withPage({ html }, async (page) => {
      expect((await elementsOf(page)).length).toBeGreaterThan(5);
      expect(await page.evaluate('[seen, Object.getOwnPropertyNames(window).length - before]')).toEqual([[], 0]);
    });
  });
});

const build = (html: string, script: string): Shown => ({
  html: `<!doctype html><body>${html}<script>${script}</script>`,
});

/** As after a screenshot: no layout is pending. */
const laidOut = (page: Page): Promise<unknown> => page.evaluate('document.body.offsetHeight');

describe('a page that is very large', () => {
  it('100,000 elements: the important ones, within the limits', async () => {
    const script = `const all = document.createDocumentFragment();
      for (let at = 0; at < 50000; at++) { const each = document.createElement('span'); each.className = 'c' + at % 9;
        each.innerHTML = 'T' + at + ' <a href="/' + at + '">' + at + '</a> '; all.append(each); }
      document.body.append(all);`;
    await withPage(build('<button id=only>Only</button>', script), async (page) => {
      await laidOut(page);
      const start = performance.now();
      const elements = await elementsOf(page, { width: 1440, height: 16_000 });
      const bytes = Buffer.byteLength(JSON.stringify(elements));
      console.log(
        `100,000 elements: ${elements.length} mapped in ${Math.round(performance.now() - start)} ms, ${bytes.toLocaleString('en')} bytes`,
      );
      expect(elements.length).toBeGreaterThan(0);
      expect(elements.length).toBeLessThanOrEqual(1_500);
      expect(bytes).toBeLessThanOrEqual(1_500_000);
      expect(one(elements, 'button').selectors[0]).toEqual({ selector: '#only', matches: 1 });
    });
  });

  it('elements with much content: the whole map stays below 1.5 MB', async () => {
    const script = `const words = 'größer '.repeat(60);
      document.body.append(...Array.from({ length: 1400 }, (_, at) => { const each = document.createElement('div');
        for (let more = 0; more < 6; more++) { const inner = document.createElement('b'); inner.textContent = words; inner.title = 'x'.repeat(150); each.append(inner); }
        each.id = 'part-' + at; each.style.cssText = 'height: 8px; overflow: hidden; padding: 3px; color: red'; return each; }));`;
    await withPage(build('', script), async (page) => {
      await laidOut(page);
      const elements = await elementsOf(page, { width: 1440, height: 30_000 });
      const bytes = Buffer.byteLength(JSON.stringify(elements));
      console.log(`1,400 elements of 3 KB each: ${elements.length} mapped, ${bytes.toLocaleString('en')} bytes`);
      // The number depends on how busy the machine is.
      expect(elements.length).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(1_500_000);
      for (const { outer_html } of elements.slice(1)) expect(outer_html).toMatch(/^<(div|b) /);
    });
  });

  it('1,500 levels of elements: mapped', async () => {
    const script = `let at = document.body; for (let deep = 0; deep < 1500; deep++) { const each = document.createElement('div');
      if (deep % 10 === 0) each.append('t'); at.append(each); at = each; } at.append('deep');`;
    const elements = await withPage(build('', script), (page) => elementsOf(page, { width: 1440, height: 30_000 }));
    expect(elements.length).toBeGreaterThan(100);
    expect(elements.at(-1)?.text).toBe('deep');
  });

  it('attributes without end', async () => {
    const script = `const each = document.querySelector('p'); each.className = Array.from({ length: 50000 }, (_, at) => 'name-' + at).join(' ');
      each.title = 'x'.repeat(1e6); for (let at = 0; at < 5000; at++) each.setAttribute('data-a' + at, 'y'.repeat(50));
      each.setAttribute('aria-labelledby', 'a '.repeat(1e5));`;
    const elements = await withPage(build('<p>Words</p>', script), (page) => elementsOf(page));
    const { outer_html, accessible_name, selectors } = one(elements, 'p');
    expect(Buffer.byteLength(outer_html)).toBeLessThanOrEqual(2_048);
    expect(outer_html).toMatch(/^<p class="name-0.* …>Words<\/p>$/);
    expect(accessible_name).toHaveLength(200);
    expect(selectors).toContainEqual({ selector: 'p', matches: 1 });
  });

  it('boxes of maximum size', async () => {
    const html =
      '<p style="width:33000000px;height:33000000px">a</p><p style="position:absolute;left:-1e30px;width:1e38px;height:9px">b</p>';
    const elements = await mapped(`<!doctype html>${html}`);
    for (const { box } of elements) {
      expect(Object.values(box).every(Number.isFinite)).toBe(true);
      expect(box.x + box.width).toBeLessThanOrEqual(tall.width);
      expect(box.y + box.height).toBeLessThanOrEqual(tall.height);
    }
  });
});

describe('a page that cannot be mapped has an empty map, and the browser continues', () => {
  const ways: [string, Shown, (page: Page) => Promise<unknown>][] = [
    ['it runs for ever', { html: plain }, (page) => page.evaluate('void setTimeout(() => { for (;;); }, 0)')],
    ['it is closed', { html: plain }, (page) => page.close()],
    [
      'it is so deep that the browser gives up, or it is mapped after all',
      { html: plain },
      (page) =>
        page
          .evaluate(
            `{ let at = document.body; for (let deep = 0; deep < 10000; deep++) { const each = document.createElement('div'); each.append('t'); at.append(each); at = each; } }`,
          )
          .catch(() => undefined),
    ],
  ];

  it.each(ways)('%s', async (name, shown, prepare) => {
    const elements = await withPage(shown, async (page) => {
      await prepare(page);
      return (await mapElements(page, tall)).elements;
    }).catch((error: unknown) => {
      // The browser may have lost the whole page before it is closed; that is not a fault of the map.
      if (name.startsWith('it is so deep')) return [];
      throw error;
    });
    if (!name.startsWith('it is so deep')) expect(elements).toEqual([]);
    expect((await mapped(plain)).length).toBeGreaterThan(5);
  });

  it('an image without a size', async () => {
    await withPage({ html: plain }, async (page) => {
      for (const limits of [
        { width: 0, height: 0 },
        { width: Number.NaN, height: Number.NaN },
        { width: -1, height: 5 },
      ]) {
        expect(await elementsOf(page, limits)).toEqual([]);
      }
    });
  });
});

it.each([
  ['scripts off', { scriptsOff: true }],
  ['a policy that forbids everything', { headers: { 'content-security-policy': "default-src 'none'; sandbox" } }],
  ['both', { scriptsOff: true, headers: { 'content-security-policy': "default-src 'none'; sandbox" } }],
])('a page with %s is still mapped', async (_, more) => {
  const elements = await mapped(`${plain}<noscript><p>no scripts</p></noscript>`, more);
  expect(one(elements, 'button')).toMatchObject({ text: 'Send it', role: 'button' });
  expect(one(elements, 'input').accessible_name).toBe('Mail');
});

it.each([
  ['quirks mode, where names have no case', '<p id=Top class=Big>a</p><p id=top class=big>b</p><p class=BIG>c</p>'],
  [
    'siblings of one name and two kinds',
    '<!doctype html><div><a href=/1>one</a><svg width=50 height=50><a href=/2><text y=20>two</text></a></svg><a href=/3>three</a></div>',
  ],
  [
    'two bodies',
    '<!doctype html><p>a</p><script>document.documentElement.append(document.createElement("body")); document.querySelectorAll("body")[1].innerHTML = "<p>b</p>"</script>',
  ],
  [
    'a drawing as page',
    '<!doctype html><svg width=200 height=200><g id=g><text y=40>Label</text></g><foreignObject width=90 height=90><p>p</p></foreignObject></svg>',
  ],
])('selectors match their elements: %s', async (_, html) => {
  await withPage({ html }, async (page) => {
    const told = (await elementsOf(page)).flatMap(({ selectors }) => selectors);
    expect(told.length).toBeGreaterThan(2);
    const counted = await page.evaluate(
      `(${JSON.stringify(told.map(({ selector }) => selector))}).map((each) => (${selectInPage})(each).length)`,
    );
    expect(counted).toEqual(told.map(({ matches }) => matches));
  });
});

describe('the page’s answer is validated', () => {
  const limits = { width: 100, height: 100, maxElements: 5, maxBytes: 10_000 };
  const fine = {
    selectors: [{ selector: 'p', matches: 1 }],
    tag: 'p',
    role: null,
    accessible_name: null,
    text: 'a',
    outer_html: '<p>a</p>',
    box: { x: 0, y: 0, width: 10, height: 10 },
    styles: { color: 'red' },
    parent: null,
  };

  it.each([null, undefined, 1, 'x', {}, { length: 3 }])('%o', (said) => {
    expect(readElements(said, limits)).toEqual([]);
  });

  it.each([
    ['no element', null],
    ['a list', []],
    ['no box', { ...fine, box: null }],
    ['a box of words', { ...fine, box: { ...fine.box, x: '1' } }],
    ['a box that is not a number', { ...fine, box: { ...fine.box, width: Number.NaN } }],
    ['an endless box', { ...fine, box: { ...fine.box, width: Number.POSITIVE_INFINITY } }],
    ['a box outside', { ...fine, box: { ...fine.box, x: 200 } }],
    ['no tag', { ...fine, tag: 5 }],
  ])('%s is left out, and its children belong to its parent', (_, bad) => {
    const said = [
      { ...fine, text: 'root' },
      bad === null || Array.isArray(bad) ? bad : { ...bad, parent: 0 },
      { ...fine, parent: 1 },
    ];
    const found = readElements(said, limits);
    expect(found.map(({ text }) => text)).toEqual(['root', 'a']);
    expect(found[1]?.parent).toBe(bad === null || Array.isArray(bad) ? null : 0);
  });

  it('fields of a wrong type are empty, long ones are cut, and parents come first', () => {
    const [odd, other] = readElements(
      [
        {
          ...fine,
          selectors: 'x',
          role: 5,
          accessible_name: {},
          text: 'x'.repeat(999),
          outer_html: 'ü'.repeat(3_000),
          styles: [1],
          parent: 7,
        },
        {
          ...fine,
          selectors: [
            null,
            { selector: 5, matches: 1 },
            { selector: 'p', matches: 0.5 },
            { selector: 'i', matches: 2 },
          ],
          text: 'a\0b\ud800',
          styles: { 'x y': 'z', color: 1, opacity: '0.5' },
          parent: -1,
        },
      ],
      limits,
    );
    expect(odd).toMatchObject({ selectors: [], role: null, accessible_name: null, styles: {}, parent: null });
    expect(odd?.text).toHaveLength(300);
    expect(Buffer.byteLength(odd?.outer_html ?? '')).toBeLessThanOrEqual(2_048);
    expect(other).toMatchObject({
      selectors: [{ selector: 'i', matches: 2 }],
      text: 'ab\ufffd',
      styles: { opacity: '0.5' },
      parent: null,
    });
  });

  it('boxes are cut to the image, and elements above the limits of number or bytes are dropped', () => {
    const [cut] = readElements([{ ...fine, box: { x: -50, y: 90, width: 1e30, height: 1e30 } }], limits);
    expect(cut?.box).toEqual({ x: 0, y: 90, width: 100, height: 10 });
    expect(readElements(Array(9).fill(fine), limits)).toHaveLength(5);
    const large = Array(5).fill({ ...fine, outer_html: 'x'.repeat(2_048), text: 'y'.repeat(300) });
    expect(readElements(large, limits)).toHaveLength(3);
  });
});
