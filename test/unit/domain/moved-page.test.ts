import { expect, test } from 'vitest';
import { movedTo, type Page } from '../../../server/domain/mark/moved-page.ts';

const page = (number: number, ...lines: string[]): Page => ({
  number,
  sha256: lines.join(),
  map: { elements: lines.map((text) => ({ text })) },
});
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
  ['it is scanned', page(2), [title, page(2)], [title, added, page(3)], null],
  ['another always had its words', agenda(2), [title, agenda(2), agenda(3)], [title, added, agenda(3)], null],
  ['two have its words', agenda(2), [title, agenda(2)], [title, added, agenda(3), agenda(4)], null],
])('the number of a page, when %s', (_, was, before, after, number) => {
  expect(movedTo(was, before, after)).toBe(number);
});
