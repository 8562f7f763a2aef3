import { describe, expect, it } from 'vitest';
import { factsOf, textOf } from './support/facts.ts';

const page = (html: string, style = ''): string =>
  `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><body style="margin:0;font:16px Arial">${html}`;

describe('the ground of a text', () => {
  it('is not the background of an element that the text reaches out of', async () => {
    const facts = await factsOf(
      page(`<div style="width:200px;height:4px;margin:40px;background:#888;position:relative"><span style="position:absolute;right:-60px;top:-20px;color:#888">25%</span></div>
        <div style="width:300px;height:20px;line-height:20px;background:#102040;color:#333">Words that take several lines of this bar, most of which lie below it on the page itself, where they are read</div>`),
    );
    expect(textOf(facts, '25%')).toMatchObject({ color: '#888888', ground: '#ffffff' });
    expect(textOf(facts, 'Words')).toMatchObject({ ground: '#ffffff' });
  });

  it('is marked as left when a part of the text lies beyond it', async () => {
    const bar = 'width:200px;height:24px;background:#1e87f0;color:#fff';
    const facts = await factsOf(
      page(`<p style="${bar};white-space:nowrap">Out of the bar, to its right, where nothing is blue</p>
        <p style="${bar};line-height:1;font-size:28px">In it</p><p style="width:200px">No bar <b style="background:#1e87f0">here</b></p>`),
    );
    const leaving = facts.texts.filter(({ leavesGround }) => leavesGround).map(({ text }) => text.split(' ')[0]);
    expect(leaving).toEqual(['Out']);
  });

  it('is unknown where it is transparent', async () => {
    const slide = (opacity: number) =>
      `<div style="background:#fff;opacity:${opacity}"><p>Slide at ${opacity}</p></div>`;
    const facts = await factsOf(page(`${slide(0.3)}${slide(1)}`, 'body{background:radial-gradient(#d7d7d7, #646464)}'));
    expect(textOf(facts, 'Slide at 0.3').ground).toBeNull();
    expect(textOf(facts, 'Slide at 1').ground).toBe('#ffffff');
  });

  it('is irrelevant for disabled controls', async () => {
    const facts = await factsOf(
      page(`<a class="button" href="#a" style="pointer-events:none;opacity:.6">Send later</a> <button style="cursor:not-allowed">Pay later</button>
        <input type="checkbox" id="off" disabled><label for="off">Never</label> <a href="#b">Send</a>`),
    );
    for (const words of ['Send later', 'Pay later', 'Never']) expect(textOf(facts, words).incidental, words).toBe(true);
    expect(facts.texts.find(({ text }) => text === 'Send')?.incidental).toBe(false);
  });
});

it('texts report the block that they flow in, and whether they are code; icon fonts are no text', async () => {
  const facts = await factsOf(
    page(`<p dir="rtl">2026, made with <b>love</b> by us</p><p>Next</p><pre style="font-family:Arial">&lt;h1&gt;Title&lt;/h1&gt;</pre>
      <i style="font-family:'Material Icons'">person_add</i>`),
  );
  const [made, love, next] = [textOf(facts, '2026'), textOf(facts, 'love'), textOf(facts, 'Next')];
  expect(made.flow).toBe(love.flow);
  expect(next.flow).not.toBe(love.flow);
  expect([next.code, textOf(facts, '<h1>').code]).toEqual([false, true]);
  expect(facts.texts.some(({ text }) => text === 'person_add')).toBe(false);
});

it('a fixed bar at the top covers what begins behind it, but not what scrolls under it', async () => {
  const facts = await factsOf(
    page(
      `<div style="position:fixed;top:0;left:0;width:100%;height:60px;background:#123"></div><h1 style="margin:10px">Hidden heading</h1>${'<p>Words</p>'.repeat(90)}<p>Last words</p>`,
    ),
  );
  expect(textOf(facts, 'Hidden')).toMatchObject({ covered: true, behindBar: true });
  expect(textOf(facts, 'Last')).toMatchObject({ covered: false, behindBar: false });
});

it('text that the end of the screenshot cuts off does not count as cut off by its box', async () => {
  const cut = 'height:5000px;overflow:hidden';
  const line = '<div style="height:3990px"></div><p style="margin:0;font-size:40px">At the end</p>';
  const facts = await factsOf(page(`<div style="${cut}">${line}</div>`));
  expect(facts.texts.filter(({ text }) => text.startsWith('At the end')).map(({ cut: how }) => how)).not.toContain(
    'edge',
  );
});

it('controls report whether an edge cuts them off', async () => {
  const link = (name: string, left: number) =>
    `<a href="#${name}" style="position:absolute;left:${left}px;width:30px;height:30px">${name}</a>`;
  const { controls } = await factsOf(
    page(
      `<div style="position:relative;width:100px;height:60px;overflow:auto">${link('in', 20)}${link('out', 85)}</div>`,
    ),
  );
  expect(controls.map(({ name, cut }) => [name, cut])).toEqual([
    ['in', false],
    ['out', true],
  ]);
});

it.each([
  ['rtl', 500],
  ['ltr', 0],
])('a page in %s that is too wide grows by %i px to the left', async (direction, expected) => {
  const wide = '<div style="width:1480px;height:20px;background:#eee">Wide</div>';
  const { page: about } = await factsOf(page(`<div dir="${direction}">${wide}</div>`, `html{direction:${direction}}`), {
    viewport: 'mobile',
    width: 1_480,
  });
  expect(about.hiddenLeft).toBe(expected);
});

describe('menus', () => {
  const header = (inner: string) =>
    page(`<header style="height:80px">${inner}</header><main><a href="#more">Read more</a></main>`);

  it.each([
    ['no button', '<b>Shop</b>', false],
    ['a button', '<button>☰</button>', true],
    ['a label over a box to tick', '<label style="font-size:30px">☰<input type="checkbox" hidden></label>', true],
    ['a box with a name', '<div class="hamburger" style="width:30px;height:30px;background:#123"></div>', true],
    ['a link called menu', '<a href="#menu">Menu</a>', true],
  ])('%s', async (_, inner, expected) => {
    expect((await factsOf(header(inner), { viewport: 'mobile' })).page.hasMenuButton).toBe(expected);
  });

  it('report links that are transparent in their place, but not those in panels', async () => {
    const links = '<a href="#a">Bread</a> <a href="#b">Cakes</a>';
    const seen = async (style: string) =>
      (await factsOf(header(`<nav style="${style}">${links}</nav>`))).page.unseenLinks.map(({ text }) => text);
    expect(await seen('opacity:0')).toEqual(['Bread', 'Cakes']);
    expect(await seen('opacity:0;position:absolute')).toEqual([]);
    expect(await seen('opacity:0;visibility:hidden')).toEqual([]);
    expect(await seen('')).toEqual([]);
  });
});

it('tables report the columns that nobody can scroll to', async () => {
  const table = `<table style="width:900px"><tr><th>Name</th><th>City</th><th>Salary</th></tr><tr><td>Ada</td><td>Ghent</td><td>12</td></tr></table>`;
  const columns = async (style: string) =>
    (await factsOf(page(`<div style="${style}">${table}</div>`), { viewport: 'mobile' })).page.cutTables.flatMap(
      (each) => each.columns,
    );
  expect(await columns('overflow:hidden')).toContain('Salary');
  expect(await columns('overflow:auto')).toEqual([]);
  expect(await columns('')).toEqual([]);
});
