import { describe, expect, test } from 'vitest';
import { toElement } from '../../../server/domain/mark/element.ts';
import { findAgain } from '../../../server/domain/mark/find-again.ts';
import { follow } from '../../../server/domain/mark/follow.ts';
import type { ElementMap } from '../../../server/domain/port-types.ts';
import { mapOf } from './support/element.ts';

type Given = NonNullable<Parameters<typeof mapOf>[1]>;
const html = (tag: string, attributes: string, text: string) => `<${tag}${attributes}>${text}</${tag}>`;
const item = (tag: string, text: string, y: number, parent: number, given: Given = {}): Given => ({
  tag,
  text,
  outer_html: html(tag, '', text),
  box: [0, y, 200, 20],
  parent,
  selectors: [`body > ${tag}:nth-of-type(${y})`],
  ...given,
});
const body: Given = { tag: 'body', text: 'all', box: [0, 0, 1000, 1000] };

/** A list of links in a navigation, one under the other. */
const links = (...texts: string[]): ElementMap =>
  mapOf(
    1,
    body,
    { tag: 'nav', role: 'navigation', text: texts.join(' '), box: [0, 0, 200, 400], parent: 0 },
    ...texts.map((text, at) => item('a', text, at * 20, 1)),
  );
/** Returns a table with one row per string, whose cells are separated by a bar and 100 wide. */
function table(...rows: string[]): ElementMap {
  const given: Given[] = [body, { tag: 'table', text: rows.join(' '), parent: 0 }];
  for (const [y, row] of rows.entries()) {
    const cells = row.split('|');
    const parent = given.push(item('tr', cells.join(' '), y * 20, 1)) - 1;
    for (const [x, cell] of cells.entries())
      given.push(item('td', cell, y * 20, parent, { box: [x * 100, y * 20, 100, 20] }));
  }
  return mapOf(1, ...given);
}
function became(before: ElementMap, at: number, after: ElementMap) {
  const element = toElement(before.elements[at] ?? never());
  const found = findAgain(element, before, after);
  return typeof found === 'string' ? found : `${found.element.text} at ${found.element.box.x},${found.element.box.y}`;
}
function never(): never {
  throw new Error('There is no such element.');
}

describe('an element that was removed', () => {
  test('is reported as removed at any position in a list', () => {
    const texts = ['Home', 'Docs', 'Blog', 'Terms'];
    for (const [at, gone] of texts.entries()) {
      expect(became(links(...texts), at + 2, links(...texts.filter((text) => text !== gone)))).toBe('removed');
    }
  });

  test('leaves its neighbours findable at their new places', () => {
    expect(became(links('Home', 'Docs', 'Blog'), 4, links('Home', 'Blog'))).toBe('Blog at 0,20');
  });

  test('is reported as removed with everything around it', () => {
    const before = mapOf(
      1,
      body,
      item('section', 'Prices', 0, 0),
      item('h2', 'Prices', 0, 1),
      item('p', 'About us', 40, 0),
    );
    expect(became(before, 2, mapOf(1, body, item('p', 'About us', 0, 0)))).toBe('removed');
  });

  test('is uncertain when several elements have the same text', () => {
    const [three, two] = [links('More', 'More', 'More'), links('More', 'More')];
    for (const at of [2, 3, 4]) expect(became(three, at, two)).toBe('uncertain');
  });

  test('is uncertain where another element might be the same', () => {
    expect(became(links('Home', 'Docs', 'Blog'), 3, links('Home', 'Status', 'Prices', 'Blog'))).toBe('uncertain');
  });

  test('is uncertain where the map may end before it, or there is no map', () => {
    const many = Array.from({ length: 1_499 }, (_, at) => `Link ${at}`);
    expect(became(links('Gone', ...many.slice(2)), 2, links(...many))).toBe('uncertain');
    expect(became(links('Home', 'Docs', 'Blog'), 3, links('Home'))).toBe('uncertain');
    expect(became(links('Home', 'Docs'), 3, mapOf(1))).toBe('uncertain');
  });

  test('is uncertain while its parts, or its text in another tag, are there', () => {
    const card = mapOf(
      1,
      body,
      item('div', 'Prices and terms of all plans', 0, 0),
      item('h2', 'Prices and terms of all plans', 0, 1),
    );
    expect(became(card, 1, mapOf(1, body, item('h2', 'Prices and terms of all plans', 0, 0)))).toBe('uncertain');
    const heading = mapOf(1, body, item('h2', 'Prices', 0, 0));
    expect(became(heading, 1, mapOf(1, body, item('h3', 'Prices', 0, 0)))).toBe('uncertain');
  });
});

describe('an element that moved', () => {
  test('is found with its column, in every cell', () => {
    const before = table('Name|Age|Town', 'Ada|36|London', 'Grace|85|New York', 'Alan|41|London');
    const after = table('Town|Name|Age', 'London|Ada|36', 'New York|Grace|85', 'London|Alan|41');
    for (const [at, { tag, text, box }] of before.elements.entries()) {
      if (tag === 'td') expect(became(before, at, after)).toBe(`${text} at ${(box.x + 100) % 300},${box.y}`);
    }
  });

  test('is never mistaken for another cell of its row with the same text', () => {
    const before = table('Name|In|Out', 'Ada|5|5', 'Grace|7|8');
    const after = table('Out|Name|In', '5|Ada|5', '8|Grace|7');
    const cells = [...before.elements.keys()].filter((at) => before.elements[at]?.text === '5');
    expect(cells.map((at) => became(before, at, after))).toEqual(['uncertain', 'uncertain']);
    const still = table('Name|In|Out', 'Ada|5|5', 'Grace|7|8');
    expect(cells.map((at) => became(before, at, still))).toEqual(['5 at 100,20', '5 at 200,20']);
  });

  test('is found past its siblings', () => {
    expect(became(links('Home', 'Docs', 'Blog'), 2, links('Docs', 'Blog', 'Home'))).toBe('Home at 0,40');
  });

  test('is found by its few words in another part of the page, unless it is a cell', () => {
    const page = (given: Given, at: number) =>
      mapOf(
        1,
        body,
        { tag: 'tr', text: 'Top', box: [0, 0, 1000, 100], parent: 0 },
        { tag: 'tr', text: 'Bottom', box: [0, 200, 1000, 100], parent: 0 },
        { ...given, box: [10, 10 + 200 * (at - 1), 100, 20], parent: at, selectors: [`#part-${at} > *`] },
      );
    const moved = (given: Given) => became(page(given, 1), 3, page(given, 2));
    expect(moved(item('button', 'Buy', 0, 1))).toBe('Buy at 10,210');
    expect(moved(item('td', 'Buy', 0, 1))).toBe('removed');
    expect(moved(item('button', '', 0, 1))).toBe('removed');
  });

  test('is found by its box when a client sends no parents', () => {
    const flat = (map: ElementMap): ElementMap => ({
      ...map,
      elements: map.elements.map((each) => ({ ...each, parent: null })),
    });
    expect(became(flat(links('Home', 'Docs', 'Blog')), 3, flat(links('Home', 'Blog')))).toBe('removed');
  });
});

describe('an element whose text changed', () => {
  test('is recognised by its place between its siblings', () => {
    expect(became(links('Home', 'Docs', 'Blog'), 3, links('Home', 'Read this', 'Blog'))).toBe('Read this at 0,20');
  });

  test('is recognised by most of its words when elements were added', () => {
    const before = links('Home', 'All the plans', 'Blog');
    expect(became(before, 3, links('Home', 'New', 'All our plans', 'Blog'))).toBe('All our plans at 0,40');
  });

  test('is recognised only by its words in a list, whose items may be exchanged', () => {
    const list = (...texts: string[]) =>
      mapOf(
        1,
        body,
        { tag: 'ul', text: texts.join(' '), parent: 0 },
        ...texts.map((text, at) => item('li', text, at * 20, 1)),
      );
    expect(became(list('Milk', 'Bread', 'Salt'), 3, list('Milk', 'Pepper', 'Salt'))).toBe('uncertain');
  });
});

describe('ids', () => {
  const numbered = (...texts: string[]) =>
    mapOf(1, body, ...texts.map((text, at) => item('p', text, at * 20, 0, { selectors: [`#item-${at}`] })));

  test('that were renumbered are ignored in favour of the words', () => {
    const [one, two, three] = ['The first of three stories', 'The second of three stories', 'A third, which is longer'];
    expect(became(numbered(one, two, three), 1, numbered(two, three))).toBe('removed');
  });
});

test('lines of a document are found one by one and joined again', () => {
  const line = (text: string, y: number): Given => ({ tag: 'text', text, outer_html: '', box: [10, y, 300, 12] });
  const before = mapOf(2, line('Terms of payment', 10), line('Thirty days net', 30), line('The end', 60));
  const after = mapOf(
    2,
    line('A new line', 10),
    line('Terms of payment', 40),
    line('Thirty days net', 60),
    line('The end', 90),
  );
  const first = toElement(before.elements[0] ?? never());
  const both = { ...first, text: 'Terms of payment Thirty days net', box: { x: 10, y: 10, width: 300, height: 32 } };
  expect(findAgain(both, before, after)).toMatchObject({ element: { box: { x: 10, y: 40, width: 300, height: 32 } } });
});

test('a mark reports how certain its place is, and never names another element', () => {
  const size = { width: 1000, height: 1000, pixelRatio: 1 };
  const before = links('Home', 'Docs', 'Blog');
  const element = toElement(before.elements[3] ?? never());
  const input = {
    kind: 'box' as const,
    place: { x: 0, y: 0.02, width: 0.2, height: 0.02 },
    element,
    from: size,
    to: size,
    before,
    change: { kind: 'changed' as const, map: null },
  };
  const named = (after: ElementMap | null) => {
    const { position, element: named } = follow({ ...input, after });
    return [position, named?.text];
  };
  expect(named(links('Home', 'Docs and more', 'Blog'))).toEqual(['exact', 'Docs and more']);
  expect(named(links('Home', 'Blog'))).toEqual(['element_removed', 'Docs']);
  expect(named(links('Home', 'Status', 'Prices', 'Blog'))).toEqual(['uncertain', 'Docs']);
  expect(named(null)).toEqual(['uncertain', 'Docs']);
  expect(follow({ ...input, after: links('Home', 'Blog'), change: { kind: 'identical', map: null } }).position).toBe(
    'exact',
  );
});
