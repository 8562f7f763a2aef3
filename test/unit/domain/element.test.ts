import { describe, expect, test } from 'vitest';
import { Element } from '../../../server/contract/element.ts';
import { elementAt, sameElement, textUnder, toElement } from '../../../server/domain/mark/element.ts';
import { createRandom } from '../../support/random.ts';
import { element, mapOf } from './support/element.ts';

const shot = { width: 1440, height: 3000 };
const point = (x: number, y: number, of = shot) => ({ x: x / of.width, y: y / of.height, width: null, height: null });
const box = (x: number, y: number, width: number, height: number, of = shot) => ({
  x: x / of.width,
  y: y / of.height,
  width: width / of.width,
  height: height / of.height,
});

const page = mapOf(
  1,
  { tag: 'body', text: 'all of it', box: [0, 0, 1440, 3000] },
  { tag: 'div', text: 'all of it', box: [0, 0, 1440, 2990], parent: 0 },
  { tag: 'header', role: 'banner', text: 'Shop Cart 3', box: [0, 0, 1440, 80], parent: 1 },
  { tag: 'a', role: 'link', text: 'Shop', box: [20, 20, 100, 40], parent: 2 },
  { tag: 'button', role: 'button', text: 'Cart 3', box: [1200, 20, 140, 40], parent: 2 },
  { tag: 'span', text: '3', box: [1310, 25, 12, 12], parent: 4 },
  { tag: 'section', text: 'Buy now', box: [100, 200, 800, 600], parent: 1 },
  { tag: 'button', role: 'button', text: 'Buy now', box: [200, 300, 160, 48], parent: 6 },
  { tag: 'span', text: 'Buy now', box: [240, 312, 80, 24], parent: 7 },
  { tag: 'button', role: 'button', accessible_name: 'Close', box: [600, 300, 48, 48], parent: 6 },
  { tag: 'svg', box: [616, 316, 16, 16], parent: 9 },
  { tag: 'a', role: 'link', text: 'Card title and its story', box: [950, 300, 400, 500], parent: 1 },
  { tag: 'h3', role: 'heading', text: 'Card title', box: [970, 320, 200, 30], parent: 11 },
);
const tagAt = (x: number, y: number) => {
  const found = elementAt(page, point(x, y), shot);
  return found === null ? null : `${found.tag} ${found.text || found.accessible_name}`;
};

describe('under a point', () => {
  test.each([
    ['the link', 70, 40, 'a Shop'],
    ['the label of a button: the button', 280, 324, 'button Buy now'],
    ['the space around that label', 205, 305, 'button Buy now'],
    ['the icon of a button: the button', 624, 324, 'button Close'],
    ['a count in a button, which is a thing of its own', 1316, 31, 'span 3'],
    ['a heading in a card that is a link', 1000, 335, 'h3 Card title'],
    ['the card itself', 1100, 700, 'a Card title and its story'],
    ['the section', 500, 600, 'section Buy now'],
    ['the bar', 700, 40, 'header Shop Cart 3'],
    ['4 px beside a button', 364, 324, 'button Buy now'],
    ['8 px beside it', 368, 324, 'section Buy now'],
    ['4 px under the last thing', 500, 804, 'section Buy now'],
    ['nothing but the page', 50, 1500, null],
    ['nothing at the very end', 1440, 3000, null],
  ])('%s', (_, x, y, expected) => {
    expect(tagAt(x, y)).toBe(expected);
  });

  test('skips what a dialog covers', () => {
    const covered = mapOf(
      1,
      { tag: 'main', role: 'main', text: 'x', box: [0, 0, 1000, 1000] },
      { tag: 'p', text: 'under it', box: [400, 400, 100, 20], parent: 0 },
      { tag: 'div', role: 'dialog', text: 'Sure?', box: [300, 300, 400, 400] },
      { tag: 'button', role: 'button', text: 'Yes', box: [320, 600, 80, 40], parent: 2 },
    );
    const size = { width: 1440, height: 1000 };
    expect(elementAt(covered, point(450, 410, size), size)?.text).toBe('Sure?');
    expect(elementAt(covered, point(350, 620, size), size)?.text).toBe('Yes');
  });

  test('finds an inline element’s content although it is larger than the element', () => {
    const map = mapOf(
      1,
      { tag: 'x-button', text: 'Go', box: [100, 112, 60, 18] },
      { tag: 'button', role: 'button', text: 'Go', box: [100, 100, 60, 42], parent: 0 },
    );
    expect(elementAt(map, point(130, 120), shot)?.tag).toBe('button');
  });

  test('an image with two pixels per CSS pixel', () => {
    const phone = { width: 780, height: 1688 };
    const map = mapOf(2, { tag: 'body', box: [0, 0, 390, 844] }, { tag: 'p', text: 'hi', box: [100, 200, 50, 20] });
    expect(elementAt(map, point(250, 420, phone), phone)?.text).toBe('hi');
    expect(elementAt(map, point(120, 210, phone), phone)).toBe(null);
  });

  test('finds the page itself only when there is nothing else and it has text', () => {
    const only = (text: string) => mapOf(1, { tag: 'body', text, box: [0, 0, 1440, 3000] });
    expect(elementAt(only('Dear all'), point(20, 20), shot)?.text).toBe('Dear all');
    expect(elementAt(only(''), point(20, 20), shot)).toBe(null);
    expect(elementAt({ scale: 1, elements: [] }, point(20, 20), shot)).toBe(null);
  });

  test('does not treat an image as large as the page as a wrapper', () => {
    const map = mapOf(1, { tag: 'body', box: [0, 0, 1440, 3000] }, { tag: 'img', box: [0, 0, 1440, 3000], parent: 0 });
    expect(elementAt(map, point(700, 700), shot)?.tag).toBe('img');
  });
});

describe('of a box', () => {
  test.each([
    ['drawn around a button', box(195, 295, 170, 58), 'button Buy now'],
    ['drawn around its label', box(238, 310, 84, 28), 'button Buy now'],
    ['drawn around the section', box(90, 190, 820, 620), 'section Buy now'],
    ['that holds two buttons', box(190, 280, 480, 90), 'section Buy now'],
    ['inside the section', box(500, 550, 100, 100), 'section Buy now'],
    ['on nothing', box(100, 1500, 300, 300), null],
    ['around everything', box(0, 0, 1440, 3000), null],
  ])('%s', (_, place, expected) => {
    const found = elementAt(page, place, shot);
    expect(found === null ? null : `${found.tag} ${found.text}`).toBe(expected);
  });
});

test('finds elements that do not overlap by their middle and by their box, at any scale', () => {
  const random = createRandom(7);
  let tries = 0;
  for (let round = 0; round < 300; round += 1) {
    const scale = [1, 1.5, 2, 3][round % 4] ?? 1;
    const size = { width: 1440 * scale, height: 3000 * scale };
    const cells = Array.from({ length: 40 }, (_, at) => ({
      text: `t${at}`,
      box: [
        (at % 5) * 280 + 10,
        Math.floor(at / 5) * 360 + 10,
        20 + Math.floor(random() * 240),
        20 + Math.floor(random() * 300),
      ] as [number, number, number, number],
      parent: 0,
    }));
    const map = mapOf(scale, { tag: 'body', box: [0, 0, 1440, 3000] }, ...cells);
    for (const each of map.elements.slice(1)) {
      const { x, y, width, height } = each.box;
      const place = { x: (x + width / 2) / 1440, y: (y + height / 2) / 3000, width: null, height: null };
      expect(elementAt(map, place, size)).toBe(each);
      expect(elementAt(map, { x: x / 1440, y: y / 3000, width: width / 1440, height: height / 3000 }, size)).toBe(each);
      tries += 2;
    }
  }
  console.log(`${tries.toLocaleString('en')} marks on elements that lie apart: each finds its own`);
});

test('every place on any map has an answer from the map, or none', () => {
  const random = createRandom(11);
  for (let round = 0; round < 3_000; round += 1) {
    const elements = Array.from({ length: Math.floor(random() * 12) }, (_, at) => ({
      tag: ['div', 'a', 'body', 'text', 'svg'][Math.floor(random() * 5)] ?? 'div',
      role: [null, 'button', 'dialog'][Math.floor(random() * 3)] ?? null,
      text: random() < 0.5 ? '' : 'words',
      box: [random() * 1400, random() * 2900, random() * 1440, random() * 3000] as [number, number, number, number],
      parent: at === 0 || random() < 0.3 ? null : Math.floor(random() * at),
    }));
    const map = mapOf(1, ...elements);
    const place =
      random() < 0.5 ? point(random() * 1440, random() * 3000) : box(random() * 700, 9, random() * 700, 300);
    const found = elementAt(map, place, shot);
    if (found !== null && !map.elements.every(({ tag }) => tag === 'text')) expect(map.elements).toContain(found);
  }
});

describe('text of a PDF', () => {
  const size = { width: 1000, height: 1400 };
  const line = (text: string, x: number, y: number, width = 400) => ({
    tag: 'text',
    text,
    box: [x, y, width, 20] as [number, number, number, number],
  });
  const lines = mapOf(1, line('Total', 100, 100), line('due in May', 100, 130), line('Footer', 100, 900));

  test('a box reads all lines that it touches', () => {
    const found = elementAt(lines, box(90, 90, 500, 70, size), size);
    expect(found).toMatchObject({ tag: 'text', text: 'Total due in May', parent: null });
    expect(found?.box).toEqual({ x: 100, y: 100, width: 400, height: 50 });
  });

  test.each([
    ['one line', box(100, 125, 100, 30, size), 'due in May'],
    ['one line and the edge of another', box(100, 117, 100, 30, size), 'due in May'],
    ['a part of one line', box(100, 105, 10, 5, size), 'Total'],
    ['none', box(600, 100, 100, 100, size), null],
  ])('%s', (_, place, text) => {
    expect(textUnder(lines, place, size)?.text ?? null).toBe(text);
  });

  test('a point reads its line, or the line that it just missed', () => {
    expect(elementAt(lines, point(120, 110, size), size)?.text).toBe('Total');
    expect(elementAt(lines, point(120, 895, size), size)?.text).toBe('Footer');
    expect(elementAt(lines, point(120, 700, size), size)).toBe(null);
  });

  test('is read from top to bottom, and in columns as the document has them', () => {
    const mixed = mapOf(1, line('second', 100, 130), line('first', 100, 100));
    expect(textUnder(mixed, box(90, 90, 500, 70, size), size)?.text).toBe('first second');
    const columns = mapOf(1, line('a1', 0, 100), line('a2', 0, 130), line('b1', 500, 100), line('b2', 500, 130));
    expect(textUnder(columns, box(0, 90, 1000, 70, size), size)?.text).toBe('a1 a2 b1 b2');
  });

  test('is cut when there is very much of it', () => {
    const long = mapOf(1, line('x'.repeat(1_500), 100, 100), line('y'.repeat(1_500), 100, 130));
    expect(textUnder(long, box(90, 90, 500, 70, size), size)?.text).toHaveLength(2_000);
  });
});

describe('the same element on another map', () => {
  const save = element({
    tag: 'button',
    role: 'button',
    text: 'Save',
    accessible_name: 'Save',
    selectors: ['[data-testid="save"]', '#save', 'button.save', 'body > div:nth-of-type(2) > button:nth-of-type(1)'],
  });
  const { parent: _, ...words } = save;
  const label = (text: string) => ({ tag: 'button', role: 'button', text, accessible_name: text });
  const path = 'body > div:nth-of-type(2) > button:nth-of-type(1)';

  test.each([
    ['a test id that says something else now', { ...label('Store'), selectors: ['[data-testid="save"]'] }],
    ['a test id on a link now', { tag: 'a', role: 'link', text: 'Save', selectors: ['[data-testid="save"]'] }],
    ['an id', { ...label('Store'), selectors: ['#save'] }],
    ['a class alone on both, and the same words', { ...label('Save'), selectors: ['button.save'] }],
    ['its place, and the same words', { ...label('Save'), selectors: [path] }],
  ])('by %s', (_name, given) => {
    const map = mapOf(1, { tag: 'body' }, { ...label('Other'), selectors: ['#other'] }, given);
    expect(sameElement(words, map)).toBe(map.elements[2]);
  });

  test.each([
    ['a test id that is there twice', [{ ...label('Store'), selectors: [['[data-testid="save"]', 2]] }]],
    ['an id on something else', [{ tag: 'div', selectors: ['#save'] }]],
    [
      'two elements, each with one of its names',
      [
        { ...label('A'), selectors: ['[data-testid="save"]'] },
        { ...label('B'), selectors: ['#save'] },
      ],
    ],
    ['only a class, and other words', [{ ...label('Cancel'), selectors: ['button.save'] }]],
    ['only the place, and other words', [{ ...label('Cancel'), selectors: [path] }]],
    ['only its short words, somewhere else', [{ ...label('Save'), selectors: ['#form button'] }]],
    ['its words twice', [{ ...label('Save'), selectors: [path] }, label('Save')]],
    ['one of what were several', [{ ...label('Save'), selectors: [path, ['button.save', 3]] }]],
    ['another tag in its place', [{ tag: 'a', role: 'link', text: 'Save', selectors: [path] }]],
    ['nothing', []],
  ] as [string, Parameters<typeof element>[0][]][])('not by %s', (_name, given) => {
    expect(sameElement(words, mapOf(1, ...given))).toBe(null);
  });

  test('by long words that occur once', () => {
    const said = { tag: 'p', role: 'paragraph', text: 'Free delivery from twenty pounds.' };
    const map = mapOf(1, { tag: 'p', role: 'paragraph', text: 'Else' }, said);
    expect(sameElement(element(said), map)).toBe(map.elements[1]);
    expect(sameElement(element(said), mapOf(1, said, said))).toBe(null);
    const buy = { ...label('Add to the shopping basket') };
    expect(sameElement(element(buy), mapOf(1, buy))).toBe(null);
  });

  test('in a shadow tree only below a known host', () => {
    const inner = (selector: string) => ({ tag: 'h2', text: 'A', selectors: [selector] });
    const second = 'body > x-card:nth-of-type(2) >>> #title';
    expect(sameElement(element(inner(second)), mapOf(1, { ...inner(second), text: 'B' }))).toBe(null);
    for (const known of ['#cart >>> #title', 'x-cart >>> [data-testid="title"]']) {
      const map = mapOf(1, { ...inner(known), text: 'B' });
      expect(sameElement(element(inner(known)), map)).toBe(map.elements[0]);
    }
  });

  test('by its place only when it says nothing and nothing looks like it', () => {
    const icon = { tag: 'img', outer_html: '<img src="a.png">', selectors: ['main > img:nth-of-type(1)'] };
    const map = mapOf(1, icon, { ...icon, outer_html: '<img src="b.png">', selectors: [] });
    expect(sameElement(element(icon), map)).toBe(map.elements[0]);
    expect(sameElement(element(icon), mapOf(1, icon, { ...icon, selectors: [] }))).toBe(null);
    expect(sameElement(element(icon), mapOf(1, { ...icon, outer_html: '<img src="b.png">' }))).toBe(null);
  });
});

test('in a page that changed at random: no element is ever mistaken for another', () => {
  const random = createRandom(23);
  let found = 0;
  let asked = 0;
  for (let round = 0; round < 200; round += 1) {
    // Rows of a list, each with its own title, a link, and a button that is the same in each row.
    const row = (key: number) => ({ key, title: `Entry number ${key} of the long list`, url: `/entry/${key}` });
    const before = Array.from({ length: 2 + Math.floor(random() * 8) }, (_, at) => row(round * 100 + at));
    const after = before.filter(() => random() > 0.25);
    for (let more = Math.floor(random() * 4); more > 0; more -= 1) {
      after.splice(Math.floor(random() * (after.length + 1)), 0, row(round * 100 + 50 + more));
    }
    const describeRows = (rows: typeof before) => {
      const keys: string[] = [];
      const elements = rows.flatMap(({ key, title, url }, at) => {
        const base = `body > ul:nth-of-type(1) > li:nth-of-type(${at + 1})`;
        keys.push(`t${key}`, `a${key}`, `b${key}`);
        return [
          {
            tag: 'h3',
            role: 'heading',
            text: title,
            accessible_name: title,
            selectors: [`${base} > h3:nth-of-type(1)`],
          },
          {
            tag: 'a',
            role: 'link',
            text: 'More',
            accessible_name: 'More',
            selectors: [`a[href="${url}"]`, `${base} > a:nth-of-type(1)`],
          },
          {
            tag: 'button',
            role: 'button',
            text: 'Edit',
            accessible_name: 'Edit',
            selectors: [`${base} > button:nth-of-type(1)`, ['button.edit', rows.length] as [string, number]],
          },
        ];
      });
      return { keys, map: mapOf(1, ...elements) };
    };
    const [one, two] = [describeRows(before), describeRows(after)];
    one.map.elements.forEach((each, index) => {
      asked += 1;
      const again = sameElement(toElement(each), two.map);
      if (again === null) return;
      // A row’s button may only match a button of the same row.
      found += 1;
      expect(two.keys[two.map.elements.indexOf(again)]).toBe(one.keys[index]);
    });
  }
  expect(found).toBeGreaterThan(0);
  console.log(`${asked} elements of changed pages: ${found} found again, 0 taken for another`);
});

test('an element on the wire has the contract’s shape and no position in a map', () => {
  const told = toElement(element({ parent: 3 }));
  expect(told).not.toHaveProperty('parent');
  expect(Element.parse(told)).toEqual(told);
});
