import { expect, test } from 'vitest';
import { movedTo, type Page, pagesBefore } from '../../../server/domain/shot/moved-page.ts';

const page = (number: number, ...lines: string[]): Page => ({
  number,
  sha256: lines.join(),
  map: { elements: lines.map((text) => ({ text })) },
});
const scan = (number: number, sha256: string): Page => ({ number, sha256, map: null });
const foot = (number: number): string => `Acme · Confidential · ${number}`;
const agenda = (number: number): Page => page(number, 'Agenda', 'Vans', 'Depots', 'Money', 'Questions', foot(number));
const vans = (number: number): Page => page(number, 'Vans', 'Forty leave', 'Two fail', 'One is lost', foot(number));
const title = page(1, 'Half-year review');
const added = page(2, 'Who we are', 'Four people', 'One dog', foot(2));

test.each<[string, Page, Page[], Page[], number | null]>([
  ['one was inserted before it', agenda(2), [title, agenda(2)], [title, added, agenda(3)], 3],
  ['one was removed before it', vans(3), [title, agenda(2), vans(3)], [title, vans(2)], 2],
  ['two changed places', vans(3), [title, agenda(2), vans(3)], [title, vans(2), agenda(3)], 2],
  [
    'it has a title and a number of all',
    page(2, 'Vans', '2 / 2'),
    [title],
    [title, added, page(3, 'Vans', '3 / 3')],
    3,
  ],
  ['a line of it was edited', vans(2), [vans(2)], [added, page(3, 'Vans', 'Forty leave', 'None fails', foot(3))], 3],
  ['it has a single line', title, [title, agenda(2)], [added, page(2, 'Half-year review')], 2],
  ['it stayed', agenda(2), [title, agenda(2)], [title, agenda(2), vans(3)], null],
  ['it was removed', agenda(2), [title, agenda(2), vans(3)], [title, vans(2)], null],
  [
    'its words were edited',
    vans(2),
    [title, vans(2)],
    [title, page(2, 'Vans', 'All leave', 'None fails'), agenda(3)],
    null,
  ],
  ['it is scanned', scan(2, 'a'), [title, scan(2, 'a')], [title, added, scan(3, 'a')], 3],
  ['it is scanned anew', scan(2, 'a'), [title, scan(2, 'a')], [title, added, scan(3, 'b')], null],
  ['another always had its words', agenda(2), [title, agenda(2), agenda(3)], [title, added, agenda(3)], null],
  ['two have its words', agenda(2), [title, agenda(2)], [title, added, agenda(3), agenda(4)], null],
])('the number of a page, when %s', (_, was, before, after, number) => {
  expect(movedTo(was, before, after)).toBe(number);
});

test.each<[string, Page[], Page[], [number, number][]]>([
  [
    'nothing moved',
    [title, agenda(2)],
    [title, agenda(2)],
    [
      [1, 1],
      [2, 2],
    ],
  ],
  [
    'one was inserted',
    [title, agenda(2), vans(3)],
    [title, added, agenda(3), vans(4)],
    [
      [1, 1],
      [3, 2],
      [4, 3],
    ],
  ],
  [
    'one was removed',
    [title, agenda(2), vans(3)],
    [title, vans(2)],
    [
      [1, 1],
      [2, 3],
    ],
  ],
  [
    'two changed places',
    [title, agenda(2), vans(3)],
    [title, vans(2), agenda(3)],
    [
      [1, 1],
      [2, 3],
      [3, 2],
    ],
  ],
  [
    'one was written anew',
    [title, agenda(2)],
    [title, added],
    [
      [1, 1],
      [2, 2],
    ],
  ],
  ['the last is beyond those that are shown', [agenda(1), vans(2)], [title, agenda(2)], [[2, 1]]],
  [
    'one has the words of two',
    [agenda(1), agenda(2)],
    [title, agenda(2)],
    [
      [1, 1],
      [2, 2],
    ],
  ],
  [
    'scanned ones changed places',
    [scan(1, 'a'), scan(2, 'b')],
    [scan(1, 'b'), scan(2, 'a')],
    [
      [1, 2],
      [2, 1],
    ],
  ],
])('the pages that those of the next version were, when %s', (_, before, after, pairs) => {
  expect([...pagesBefore(before, after)]).toEqual(pairs);
});
