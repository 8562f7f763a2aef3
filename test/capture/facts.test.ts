import { describe, expect, it } from 'vitest';
import { collectFacts } from '../../server/capture/facts.ts';
import { advanceTime } from '../../server/capture/virtual-time.ts';
import { tall, withPage } from './support/element-map.ts';
import { engine, factsOf, textOf, twentyByTen } from './support/facts.ts';

const body = (html: string, style = ''): string =>
  `<!doctype html><html lang="en"><title>Page</title><body style="margin:0;font:16px Arial;${style}">${html}`;

/** One page for many small tests, in which a part is identified by its text. */
const many = body(`
  <h2 style="font-size:30px">Heading</h2>
  <p style="font:700 20px/1.5 Georgia, serif;color:rgb(10,20,30)">Bold</p>
  <p style="background:#336699;color:rgba(255,255,255,.5)">Half white</p>
  <div style="background:#000;opacity:.5"><p style="color:#fff">Faded</p></div>
  <p style="background:rgba(255,0,0,.5)">On half red</p>
  <p style="background:linear-gradient(red,blue);color:#fff">On a gradient</p>
  <div style="background:linear-gradient(red,blue)"><p style="background:#eeeeee">On a plate</p></div>
  <div style="position:relative"><img alt="" src="${twentyByTen}" style="position:absolute;inset:0;width:300px;height:40px;pointer-events:none"><p style="position:relative">On an image</p></div>
  <div style="position:relative"><img alt="" src="${twentyByTen}" style="position:absolute;left:600px;top:0"><p style="position:relative">Beside an image</p></div>
  <p style="color:oklch(0.7 0.1 30)">In newer colours</p>
  <p style="color:transparent">Clear</p><p style="opacity:0">Gone</p><p style="visibility:hidden">Hidden</p>
  <p style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">For readers</p>
  <p style="text-indent:-9999px">Far left</p>
  <p style="color:#fff;background:#ddd;text-shadow:0 0 1px #000">Outlined</p>
  <p style="color:#fff;background:#ddd;text-shadow:0 1px 1px rgba(0,0,0,.1)">Faintly shaded</p>
  <div style="zoom:2"><p>Zoomed</p></div>
  <div style="transform:scale(.5);transform-origin:0 0"><p>Scaled</p></div>
  <p dir="rtl" lang="he">שלום לכולם</p>
  <p style="width:200px">Some words that take more than a single line of this narrow paragraph.</p>
  <a href="#a">Link</a> <button>Button</button> <div role="button">Made button</div>
  <button disabled>Disabled</button> <span aria-hidden="true">Decoration</span> <div class="site-logo">Acme</div>
  <input placeholder="Placeholder"><input value="typed secret" placeholder="Not shown"><input type="submit" value="Go on">
  <div id="host"></div><script>host.attachShadow({mode:'open'}).innerHTML='<style>p{color:#008000}</style><p>In a shadow</p><slot></slot>'</script>
  <p>•</p>`);

describe('texts', async () => {
  const facts = await factsOf(many);
  const text = (words: string) => textOf(facts, words);

  it.each([
    ['Heading', { role: 'heading', level: 2, size: 30, weight: 700 }],
    ['Bold', { size: 20, weight: 700, family: 'Georgia', color: '#0a141e', ground: '#ffffff' }],
    ['Half white', { color: '#99b3cc', ground: '#336699' }],
    ['Faded', { color: '#ffffff', ground: '#808080' }],
    ['On half red', { color: '#000000', ground: '#ff8080' }],
    ['On a gradient', { color: '#ffffff', ground: null }],
    ['On a plate', { ground: '#eeeeee' }],
    ['On an image', { ground: null }],
    ['Beside an image', { ground: '#ffffff' }],
    ['Outlined', { color: '#ffffff', ground: null, outlined: true }],
    ['Faintly shaded', { color: '#ffffff', ground: null, outlined: false }],
    ['Zoomed', { size: 32 }],
    ['Scaled', { size: 8 }],
    ['Some words', { lines: 3 }],
    ['שלום', { lines: 1 }],
    ['Link', { role: 'link' }],
    ['Button', { role: 'button', incidental: false }],
    ['Made button', { role: 'button' }],
    ['Disabled', { role: 'button', incidental: true }],
    ['Decoration', { incidental: true }],
    ['Acme', { incidental: true }],
    ['Placeholder', { role: 'field' }],
    ['Go on', { role: 'button' }],
    ['In a shadow', { color: '#008000', ground: '#ffffff' }],
  ])('%s', (words, expected) => {
    expect(text(words)).toMatchObject(expected);
  });

  it('have a colour also in newer colour notations', () => {
    expect(text('In newer').color).toMatch(/^#[c-f][0-9a-f][7-9a][0-9a-f][67][0-9a-f]$/);
  });

  it.each(['Clear', 'Gone', 'Hidden', 'For readers', 'Far left', 'Not shown', 'typed', '•'])(
    'exclude what nobody sees or reads: %s',
    (words) => {
      expect(facts.texts.filter((each) => each.text.includes(words))).toEqual([]);
    },
  );

  it('have the box of their letters', async () => {
    const { box } = textOf(await factsOf(body('<p style="margin:100px 0 0 200px;font-size:20px">Words</p>')), 'Words');
    expect(box.x).toBeCloseTo(200, 0);
    expect(box.y).toBeGreaterThan(95);
    expect(box.y + box.height).toBeLessThan(130);
    expect(box.width).toBeGreaterThan(40);
    expect(box.width).toBeLessThan(80);
  });

  it.each([
    ['<html style="color-scheme:dark">', '#121212'],
    ['<meta name="color-scheme" content="only dark">', '#121212'],
    ['<meta name="color-scheme" content="light dark">', '#ffffff'],
    ['<html style="background:#222222">', '#222222'],
  ])('have the ground that the browser paints under %s', async (html, ground) => {
    expect(textOf(await factsOf(`<!doctype html>${html}<p>Words`), 'Words').ground).toBe(ground);
  });

  it('behind a modal dialog are incidental', async () => {
    const facts = await factsOf(
      body(
        '<p>Behind</p><div style="overflow:hidden;contain:paint;height:9px"><dialog id="ask">Sure?</dialog></div><script>ask.showModal()</script>',
      ),
    );
    expect(textOf(facts, 'Behind').incidental).toBe(true);
    expect(textOf(facts, 'Sure').incidental).toBe(false);
  });

  it('are overlaid where they meet the words of a menu over them, and not where they show through or are pushed together', async () => {
    const over = (style: string) =>
      `<div style="position:relative"><p>Words that begin below the menu and go on beside it</p><div style="position:absolute;left:0;top:0;width:90px;${style}">Profile</div></div>`;
    const overlaid = async (style: string) =>
      (await factsOf(body(over(style)))).texts.map((each) => [each.text.slice(0, 7), each.overlaid]);
    expect(await overlaid('background:#fff')).toEqual([
      ['Words t', true],
      ['Profile', false],
    ]);
    for (const style of ['', 'background:#fff;position:static;margin-top:-36px']) {
      expect(await overlaid(style), style).toEqual([
        ['Words t', false],
        ['Profile', false],
      ]);
    }
  });

  it('under a mask are left out', async () => {
    const facts = await factsOf(body('<p>Seen</p><div class="private"><p>Unseen</p><button></button></div>'), {
      mask: ['.private', 'no > [selector'],
    });
    expect(facts.texts.map(({ text }) => text)).toEqual(['Seen']);
    expect(facts.controls).toEqual([]);
    expect(facts.page.maskedTo).toBeGreaterThan(40);
  });
});

describe('cut texts', () => {
  const box = 'width:90px;overflow:hidden;white-space:nowrap';
  it.each<[string, string, 'ellipsis' | 'edge' | null]>([
    ['an ellipsis', `<p style="${box};text-overflow:ellipsis">Words without an end</p>`, 'ellipsis'],
    [
      'a clamp',
      '<p style="width:120px;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden">Words that go on for many more lines than there are</p>',
      'ellipsis',
    ],
    ['the right edge', `<p style="${box}">Words without an end</p>`, 'edge'],
    ['the lower edge, through a line', '<p style="height:10px;overflow:hidden">Words in a line</p>', 'edge'],
    [
      'the page’s own edge, which it hides',
      '<style>body{overflow-x:hidden}</style><p style="margin-left:1380px;white-space:nowrap">Words without an end</p>',
      'edge',
    ],
    ['nothing', '<p style="width:90px;overflow:hidden">Words in lines</p>', null],
    [
      'nothing: between two lines',
      '<p style="height:20px;line-height:20px;overflow:hidden;width:80px">Words in lines of their own</p>',
      null,
    ],
    ['nothing: it scrolls', `<p style="${box};overflow-x:auto">Words without an end</p>`, null],
    [
      'nothing: it scrolls with the card that clips it',
      '<div style="width:90px;overflow-x:auto"><div style="width:400px;overflow:hidden">Words without an end in a card</div></div>',
      null,
    ],
    [
      'nothing: it is the next slide',
      '<div style="display:flex;width:300px;overflow:hidden"><div style="flex:0 0 250px">One</div><div style="flex:0 0 250px">Words of the next slide</div></div>',
      null,
    ],
    [
      'nothing: it was moved there',
      '<div style="width:300px;overflow:hidden"><div style="transform:translateX(250px)">Words moved aside</div></div>',
      null,
    ],
    [
      'nothing: it fades out',
      '<style>.fade{height:30px;overflow:hidden;position:relative;width:120px}.fade::after{content:"";position:absolute;inset:0;background:linear-gradient(transparent,#fff)}</style><div class="fade">Words that fade out after a line and a half</div>',
      null,
    ],
  ])('by %s', async (_, html, expected) => {
    expect(textOf(await factsOf(body(html)), 'Words').cut).toBe(expected);
  });
});

describe('covered texts', () => {
  const over = 'position:absolute;inset:0';
  it.each([
    [
      'by a plate',
      `<div style="position:relative"><p>Words</p><div style="${over};background:#246"></div></div>`,
      true,
    ],
    [
      'by an image',
      `<div style="position:relative"><p>Words</p><img alt="" src="${twentyByTen}" style="${over};width:400px;height:60px"></div>`,
      true,
    ],
    [
      'far down the page',
      `<div style="height:5000px"></div><div style="position:relative"><p>Words</p><div style="${over};background:#246"></div></div>`,
      true,
    ],
    [
      'not by what is clear',
      `<div style="position:relative"><p>Words</p><a href="#x" style="${over}"></a></div>`,
      false,
    ],
    ['not by what holds it', '<div style="background:#eee"><p><b>Words</b></p></div>', false],
    [
      'not by a bar that stays when people scroll',
      '<p style="margin-top:300px">Words</p><div style="position:fixed;top:0;left:0;right:0;height:60px;background:#246"></div>',
      false,
    ],
    [
      'not by an open menu',
      `<div style="position:relative"><p>Words</p><div role="menu" style="${over};background:#246">Cut</div></div>`,
      false,
    ],
  ])('%s', async (_, html, expected) => {
    expect(textOf(await factsOf(body(html)), 'Words').covered).toBe(expected);
  });
});

describe('images', async () => {
  const { images } = await factsOf(
    body(`<img alt="Fine" src="${twentyByTen}"><img alt="Lost" src="/lost.png" width="50" height="50">
      <img alt="Squeezed" src="${twentyByTen}" width="100" height="100"><img alt="Fitted" src="${twentyByTen}" width="100" height="100" style="object-fit:cover"><img alt="Whole" src="${twentyByTen}" width="100" height="100" style="object-fit:scale-down">
      <img alt="" src="${twentyByTen}"><img src="${twentyByTen}"><a href="#x"><img alt="In a link" src="${twentyByTen}"></a>
      <a href="#x"><img alt="With words" src="${twentyByTen}"> More</a><img alt="Dense" srcset="${twentyByTen} 2x">
      <img alt="Dot" src="${twentyByTen}" width="1" height="1"><img alt="Later" data-src="/x.png" width="40" height="40">
      <svg role="img" aria-label="Drawn" width="40" height="40"><rect width="40" height="40"/></svg><svg width="40" height="40"></svg>`),
  );
  const plain = { state: 'shown', squeezed: false, decorative: false, isControl: false, vector: false };
  it.each([
    ['Fine', { ...plain, naturalWidth: 20, naturalHeight: 10 }],
    ['Lost', { ...plain, state: 'broken' }],
    ['Squeezed', { ...plain, squeezed: true, drawn: { width: 100, height: 100 } }],
    ['Fitted', { ...plain, drawn: { width: 200, height: 100 } }],
    ['Whole', { ...plain, drawn: { width: 20, height: 10 } }],
    ['', { ...plain, decorative: true }],
    [null, plain],
    ['In a link', { ...plain, isControl: true }],
    ['With words', plain],
    ['Dense', { ...plain, naturalWidth: 20, naturalHeight: 10, box: expect.objectContaining({ width: 10 }) }],
    ['Drawn', { ...plain, vector: true }],
  ])('%s', (alt, expected) => {
    expect(images.filter((each) => each.alt === alt)).toMatchObject([expected]);
  });
  it('exclude those that are invisible', () => {
    expect(images).toHaveLength(11);
  });
});

it('controls have a kind, a name, and whether they are in text or disabled', async () => {
  const { controls } = await factsOf(
    body(`<a href="#a">Link</a><a>No link</a><p>Some words with <a href="#b">a link in them</a>, and more words after it.</p>
      <p><a href="#1">One</a> | <a href="#2">Two</a></p><article><h3>Rye</h3><p>Dark and sour bread.</p><a href="#c">Buy</a></article>
      <button disabled>Off</button><button aria-label="Close">×</button><button><svg width="9" height="9"><title>Drawn</title></svg></button>
      <button style="width:30px;height:30px"></button><label>Mail <input></label><input type="hidden"><select title="Sort"></select><details><summary>More</summary></details>`),
  );
  const said = controls.map(({ kind, name, inText, disabled }) => [kind, name, inText, disabled]);
  expect(said).toEqual([
    ['link', 'Link', false, false],
    ['link', 'a link in them', true, false],
    ['link', 'One', false, false],
    ['link', 'Two', false, false],
    ['link', 'Buy', false, false],
    ['button', 'Off', false, true],
    ['button', 'Close', false, false],
    ['button', 'Drawn', false, false],
    ['button', '', false, false],
    ['field', 'Mail', false, false],
    ['field', 'Sort', false, false],
    ['button', 'More', false, false],
  ]);
});

describe('the page', () => {
  it('has a title, a description, a language and a viewport tag', async () => {
    const { page } = await factsOf(
      '<!doctype html><html lang="de"><title> Brot </title><meta name="Description" content="Frisch."><meta name="viewport" content="width=device-width">',
    );
    expect(page).toMatchObject({
      title: 'Brot',
      description: 'Frisch.',
      language: 'de',
      viewportTag: 'width=device-width',
      spills: [],
    });
    expect((await factsOf('<p>x')).page).toMatchObject({ title: '', description: null, language: null });
  });

  it.each([
    ['what does not fit', '<div><p>Fine</p><div style="width:600px">Wide</div></div>', ['Wide']],
    ['nothing that scrolls by itself', '<div style="overflow-x:auto"><div style="width:600px">Wide</div></div>', []],
    [
      'nothing where the rest is hidden',
      '<style>html{overflow-x:hidden}</style><div style="width:600px">Wide</div>',
      [],
    ],
    ['the outermost', '<table style="width:500px"><tr><td>In <b>a table</b></td></tr></table>', ['In a table']],
  ])('is made too wide by %s', async (_, html, expected) => {
    const { page } = await factsOf(
      `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0">${html}`,
      { viewport: 'mobile' },
    );
    expect(page.spills.map(({ text }) => text)).toEqual(expected);
    expect(page.screenWidth).toBe(390);
    expect(page.contentWidth > 390).toBe(expected.length > 0);
  });
});

describe('the accessibility engine', () => {
  it('reports faults with their place, also while the page’s clock is stopped', async () => {
    const source = await engine();
    const facts = await withPage(
      { html: '<!doctype html><h1>One</h1><h4>Four</h4><button style="width:40px;height:40px"></button><input>' },
      async (page, context) => {
        await advanceTime(await context.newCDPSession(page), 100, 1_000);
        return (await collectFacts(page, tall, [], { engine: source, patience: 40 })).facts;
      },
    );
    const found = facts?.violations.map(({ rule }) => rule) ?? [];
    expect(found).toEqual(expect.arrayContaining(['button-name', 'heading-order', 'html-has-lang', 'label']));
    const heading = facts?.violations.find(({ rule }) => rule === 'heading-order');
    expect(heading).toMatchObject({ text: 'Four', impact: 'moderate' });
    expect(heading?.box).toMatchObject({ x: 8 });
  });

  it('does not run when the page gives no cause', async () => {
    const order = '<h2>Two</h2><h3>Three</h3><h2>Two</h2><button>Go</button><img alt="" src="/x.png">';
    const { violations } = await factsOf(order, { engine: await engine() });
    expect(violations).toEqual([]);
    const skipped = await factsOf(order.replaceAll('h3', 'h4'), { engine: await engine() });
    expect(skipped.violations.map(({ rule }) => rule)).toContain('heading-order');
  });

  it('may fail: only its violations are missing then', async () => {
    const facts = await factsOf(body('<p>Words</p><button></button>'), { engine: 'throw new Error("no")' });
    expect(facts.violations).toEqual([]);
    expect(facts.texts).toHaveLength(1);
  });
});
