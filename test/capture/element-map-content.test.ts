import { beforeAll, describe, expect, it } from 'vitest';
import type { CapturedElement } from '../../server/capture/element-list.ts';
import { elementsOf, mapped, one, selectInPage, withPage } from './support/element-map.ts';

const page = (body: string, style = '') => `<!doctype html><style>${style}</style><body>${body}`;

const named: [what: string, html: string, tag: string, role: string | null, name: string | null][] = [
  ['a link', '<a href=/x>Go</a>', 'a', 'link', 'Go'],
  ['an anchor that leads nowhere', '<a>Go</a>', 'a', null, null],
  ['a button', '<button><span>Save</span> <b>now</b></button>', 'button', 'button', 'Save now'],
  ['a button with an icon', '<button><img alt="Save it" width=20 height=20></button>', 'button', 'button', 'Save it'],
  ['a button with words for readers', '<button aria-label="Close&#10; it">✕</button>', 'button', 'button', 'Close it'],
  [
    'a part that is named by others',
    '<p id=a>Your</p><p id=b>cart</p><div role=group aria-labelledby="a b none">x</div>',
    'div',
    'group',
    'Your cart',
  ],
  ['a field in its label', '<label>Mail <input type=email></label>', 'input', 'textbox', 'Mail'],
  ['a field with its label beside it', '<label for=m>Mail</label><input id=m>', 'input', 'textbox', 'Mail'],
  ['a field with a hint', '<input type=search placeholder=Find>', 'input', 'searchbox', 'Find'],
  ['a checkbox', '<label><input type=checkbox> Yes</label>', 'input', 'checkbox', 'Yes'],
  ['a button of a form', '<input type=submit value="Send it">', 'input', 'button', 'Send it'],
  ['a password', '<label>Word<input type=password value=secret></label>', 'input', null, 'Word'],
  ['a choice', '<label>Land<select><option>Here</select></label>', 'select', 'combobox', 'Land'],
  ['an image', '<img alt="A cat" width=20 height=20>', 'img', 'img', 'A cat'],
  ['an image that says nothing', '<img alt="" width=20 height=20>', 'img', 'presentation', null],
  ['a heading', '<h2>On <i>it</i></h2>', 'h2', 'heading', 'On it'],
  [
    'a heading with words only for readers',
    '<h2>On <span style="position:absolute;width:1px;height:1px;overflow:hidden">and on</span></h2>',
    'h2',
    'heading',
    'On and on',
  ],
  ['a drawing', '<svg aria-label="A chart" width=20 height=20></svg>', 'svg', 'img', 'A chart'],
  ['a table', '<table><caption>Sizes</caption><tr><td>1</table>', 'table', 'table', 'Sizes'],
  ['the page’s own footer', '<footer>x</footer>', 'footer', 'contentinfo', null],
  ['an article’s footer', '<article>y<footer>x</footer></article>', 'footer', null, null],
  ['a section', '<section>x</section>', 'section', null, null],
  ['a section with a name', '<section aria-label=News>x</section>', 'section', 'region', 'News'],
  ['a role that it is given', '<div role="tab extra">One</div>', 'div', 'tab', 'One'],
  ['nonsense for a role', '<div role="&lt;b&gt;">One</div>', 'div', null, null],
];

describe('role and name', () => {
  // All are in one page, each in a part of its own.
  let elements: CapturedElement[] = [];
  beforeAll(async () => {
    elements = await mapped(page(named.map(([, html], at) => `<div id="part-${at}">${html}</div>`).join('')));
  });

  const isPart = ({ selectors }: CapturedElement, at: number) =>
    selectors.some(({ selector }) => selector === `#part-${at}`);

  function isInPart({ parent }: CapturedElement, at: number): boolean {
    const outer = parent === null ? undefined : elements[parent];
    return outer !== undefined && (isPart(outer, at) || isInPart(outer, at));
  }

  it.each(named)('of %s', (what, _html, tag, role, name) => {
    const at = named.findIndex(([each]) => each === what);
    const found = one(
      elements.filter((each) => isInPart(each, at)),
      tag,
    );
    expect([found.role, found.accessible_name]).toEqual([role, name]);
  });
});

it('lists visible elements only', async () => {
  const elements = await mapped(
    page(
      `<p>seen</p><p style="display:none">not drawn</p><p style="visibility:hidden">hidden <b style="visibility:visible">but this</b></p>
       <div style="opacity:0"><p>faded</p></div><p style="width:3px;height:3px;overflow:hidden">tiny</p>
       <div class=clip><p style="margin-top:200px">cut off</p></div>
       <div class=clip style="position:relative"><p class=out>cut off, absolute</p></div>
       <div class=clip><p class=out style="left:500px">escapes</p></div>
       <div class=clip><p style="position:fixed;left:700px;top:5px">fixed</p></div>
       <div class=clip style="contain:paint"><div popover=manual id=menu><p>in a menu</p></div>
         <dialog id=ask><p>asked</p><p style="position:fixed;top:0">of it</p></dialog></div>
       <script>menu.showPopover(); ask.showModal()</script>
       <p style="position:absolute;left:-900px">outside</p><p style="position:absolute;top:9000px">too far down</p>
       <details><summary>more</summary><p>folded</p></details><div style="display:contents"><p>in nothing</p></div>
       <template><p>never</p></template><script>1</script>`,
      '.clip { overflow: hidden; height: 50px; width: 200px } .out { position: absolute; top: 300px }',
    ),
  );
  const paragraphs = elements.filter(({ tag }) => tag === 'p' || tag === 'b').map(({ text }) => text);
  expect(paragraphs).toEqual(['seen', 'but this', 'escapes', 'fixed', 'in a menu', 'asked', 'of it', 'in nothing']);
  expect(elements.map(({ tag }) => tag)).not.toContain('script');
  expect(one(elements, 'body').text).not.toMatch(/drawn|faded|cut off|folded/);
});

it('boxes are the visible parts, from the page’s corner, also on a scrolled page', async () => {
  const html = page(
    '<div class=wide><p>wide</p></div><p style="margin-top:3000px" id=low>low</p>',
    'body { margin: 0 } p { margin: 0; height: 20px } .wide { width: 100px; overflow: auto } .wide p { width: 900px }',
  );
  await withPage({ html }, async (shown) => {
    await shown.evaluate('scrollTo(0, 2000)');
    const elements = await elementsOf(shown, { width: 1440, height: 4_000 });
    expect(one(elements, 'p', 'wide').box).toMatchObject({ x: 0, y: 0, width: 100, height: 20 });
    expect(one(elements, 'p', 'low').box).toMatchObject({ y: 3_020, height: 20 });
    const cut = await elementsOf(shown, { width: 300, height: 10 });
    expect(one(cut, 'body').box).toEqual({ x: 0, y: 0, width: 300, height: 10 });
  });
});

it('leaves out wrappers that add nothing, and keeps those with a meaning', async () => {
  const wrapped = (attributes: string) => `<div ${attributes}><p>text ${attributes}</p></div>`;
  const kept = ['id=a', 'role=group', 'data-testid=t', 'style="padding:9px"'];
  const style = 'p { margin: 0 }';
  const elements = await mapped(page(`${wrapped('')}<main><p>m</p></main>${kept.map(wrapped).join('')}`, style));
  expect(elements.filter(({ tag }) => tag === 'div').map(({ text }) => text)).toEqual(
    kept.map((each) => `text ${each}`),
  );
  expect(one(elements, 'main').parent).toBe(0);
});

it('ranks selectors, and counts the matches of each', async () => {
  const elements = await mapped(
    page(`<div id=app><button data-testid=save id=save class="btn btn-save px-4 css-1x2y3z is-active">Save</button>
      <button class="btn mt-2" id=":r3:">Other</button><button class="btn" id="radix-12345678">Third</button>
      <a href="/prices">Prices</a><a href="/in?token=abc">In</a><input name=mail></div>`),
  );
  const of = (text: string) => one(elements, text === 'Prices' || text === 'In' ? 'a' : 'button', text).selectors;
  expect(of('Save')).toEqual([
    { selector: '[data-testid="save"]', matches: 1 },
    { selector: '#save', matches: 1 },
    { selector: 'button.btn-save', matches: 1 },
    { selector: 'body > div:nth-of-type(1) > button:nth-of-type(1)', matches: 1 },
  ]);
  expect(of('Other')).toEqual([
    { selector: 'body > div:nth-of-type(1) > button:nth-of-type(2)', matches: 1 },
    { selector: 'button.btn', matches: 3 },
  ]);
  expect(of('Third')[0]?.selector).toBe('body > div:nth-of-type(1) > button:nth-of-type(3)');
  expect(of('Prices')[0]).toEqual({ selector: 'a[href="/prices"]', matches: 1 });
  expect(JSON.stringify(of('In'))).not.toContain('token');
  expect(one(elements, 'input').selectors[0]).toEqual({ selector: 'input[name="mail"]', matches: 1 });
});

it('selectors find their element again despite hostile names', async () => {
  const names = [
    '"',
    "'",
    '\\',
    'a"]b',
    '1st',
    '-',
    '--',
    'ü',
    '日本',
    '🙂',
    'a.b:c',
    'x\ny',
    'a\tb',
    '\u0001',
    ')',
    '#',
    '</style>',
    '>>>',
    '*',
    '[data-testid]',
    '\ud800',
  ];
  await withPage({ html: page('<main></main>') }, async (shown) => {
    await shown.evaluate((all) => {
      for (const attribute of ['id', 'class', 'data-testid', 'aria-label', 'name']) {
        all.forEach((name, at) => {
          const scope = globalThis as unknown as {
            document: {
              createElement(tag: string): Record<string, (...of: string[]) => void>;
              querySelector(of: string): { append(each: unknown): void };
            };
          };
          const element = scope.document.createElement('button');
          element.setAttribute?.(attribute, attribute === 'id' ? `${name}${at}` : name);
          element.append?.(`${attribute} ${at}`);
          scope.document.querySelector('main').append(element);
        });
      }
    }, names);
    const elements = await elementsOf(shown, { width: 1440, height: 8_000 });
    const told = elements
      .flatMap(({ text, tag, selectors }) => selectors.map((each) => ({ ...each, text, tag })))
      .filter(({ tag, selector }) => tag === 'button' && !selector.includes('>>>"'));
    const counted = await shown.evaluate(
      `(${JSON.stringify(told)}).map(({ selector, text }) => { const all = (${selectInPage})(selector); return [all.length, all.some((each) => each.textContent === text)] })`,
    );
    expect(counted).toEqual(told.map(({ matches }) => [matches, true]));
    expect(elements.filter(({ tag }) => tag === 'button')).toHaveLength(names.length * 5);
    console.log(`${names.length * 5} hostile names: ${told.length} selectors, each finds its element`);
  });
});

it('the HTML is short and contains no typed or hidden values', async () => {
  const elements = await mapped(
    page(`<form id=f action="/go?session_token=SECRET&a=1"><!-- SECRET --><script>SECRET</script><style>.SECRET{}</style>
      <input value=SECRET><input type=password value=SECRET><input type=hidden name=_csrf value=SECRET>
      <textarea>SECRET</textarea><button type=submit value=x data-csrf=SECRET>Go</button>
      <img src="data:image/png;base64,SECRET" srcset="${'https://example.com/long.png 2x, '.repeat(40)}" width=20 height=20 alt=pic>
      <a href="https://example.com/?X-Amz-Signature=SECRET&b=2" title="${'long '.repeat(100)}">link &amp; "more" &lt;</a></form>`),
  );
  const form = one(elements, 'form');
  for (const { outer_html } of elements) expect(outer_html).not.toContain('SECRET');
  for (const { text } of elements) expect(text).not.toContain('SECRET');
  expect(form.outer_html).toContain('data:image/png;base64,…');
  expect(form.outer_html).toContain('action="/go?session_token=…&amp;a=1"');
  expect(form.outer_html).toContain('>link &amp; "more" &lt;</a></form>');
  expect(form.outer_html.length).toBeLessThan(1_200);
});

it('HTML that is too long is cut in the middle, after the whole opening tag', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => `<li class=row>Entry ${at} – größer 日本</li>`).join('');
  const elements = await mapped(
    page(`<ul id=list data-kind=long>${rows}</ul><p id=words>${'Wörter 🙂 '.repeat(900)}</p>`),
  );
  const list = one(elements, 'ul').outer_html;
  expect(list).toMatch(
    /^<ul id="list" data-kind="long"><li class="row">Entry 0 .*…<li class="row">.*Entry 399 – größer 日本<\/li><\/ul>$/s,
  );
  const words = one(elements, 'p').outer_html;
  expect(words).toMatch(/^<p id="words">Wörter 🙂.*….*<\/p>$/su);
  for (const { outer_html, text, accessible_name } of elements) {
    expect(Buffer.byteLength(outer_html)).toBeLessThanOrEqual(2_048);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(accessible_name?.length ?? 0).toBeLessThanOrEqual(200);
    expect(outer_html.isWellFormed() && text.isWellFormed()).toBe(true);
  }
});

it('reports styles that differ from the browser’s own', async () => {
  const [plain, styled] = await mapped(
    page(
      '<p>a</p><h1>b</h1>',
      'p { margin: 0; font-family: x } h1 { color: red; padding: 4px; opacity: 0.5; float: left }',
    ),
  ).then((all) => [one(all, 'p').styles, one(all, 'h1').styles]);
  expect(plain).toEqual({ 'font-family': 'x' });
  expect(styled).toMatchObject({
    color: 'rgb(255, 0, 0)',
    padding: '4px',
    opacity: '0.5',
    'font-weight': '700',
    float: 'left',
  });
});

it('reports a border by side where the sides differ', async () => {
  const all = await mapped(
    page('<p>a</p><h1>b</h1>', 'p { border: 1px solid red } h1 { border-bottom: 2px solid red }'),
  );
  const bordersOf = (tag: string) => Object.entries(one(all, tag).styles).filter(([name]) => /^border/.test(name));
  expect(bordersOf('p')).toEqual([['border', '1px solid rgb(255, 0, 0)']]);
  expect(bordersOf('h1')).toEqual([['border-bottom', '2px solid rgb(255, 0, 0)']]);
});

it('a frame is one element without the text inside it', async () => {
  const elements = await mapped(page('<iframe title=inner srcdoc="<p>inside</p>"></iframe>'));
  expect(one(elements, 'iframe')).toMatchObject({ accessible_name: 'inner', text: '' });
  expect(elements.some(({ tag }) => tag === 'p')).toBe(false);
});
