import { expect, test } from 'vitest';
import { type Captures, findCauses } from '../../../server/domain/cause/find-causes.ts';
import type {
  ChangeMap,
  DifferentArea,
  ElementMap,
  MappedElement,
  PixelBox,
} from '../../../server/domain/port-types.ts';

type Given = Partial<MappedElement> & { is: string; at: [x: number, y: number, width: number, height: number] };

/** An element by its id; `in` the one before it that has this id. */
function pageOf(...given: (Given & { in?: string })[]): ElementMap {
  const elements = given.map(({ is, at: [x, y, width, height], in: parent, ...rest }): MappedElement => {
    const text = rest.text ?? '';
    return {
      selectors: [{ selector: `#${is}`, matches: 1 }],
      ...{ tag: 'div', role: null, accessible_name: null, text, styles: {} },
      outer_html: `<div id="${is}">${text}</div>`,
      box: { x, y, width, height },
      parent: parent === undefined ? null : given.findIndex((each) => each.is === parent),
      ...rest,
    };
  });
  return { scale: 1, elements };
}

const area = ({ x, y, width, height }: PixelBox, kind: DifferentArea['kind'] = 'changed'): DifferentArea => ({
  ...{ x, y, width, height, kind },
  pixels: Math.max(1, width * height),
});

function causesOf(
  before: ElementMap,
  after: ElementMap,
  where: DifferentArea,
  rows: ChangeMap['rows'] = [],
  extents?: Captures['extents'],
) {
  const map = { width: 800, height: 600, cell: 8, columns: 100, cells: new Uint16Array(7500), rows };
  const [causes = []] = findCauses([where], { before, after, map, ...(extents === undefined ? {} : { extents }) });
  return causes.map(({ certainty, elsewhere, summary }) => `${certainty}${elsewhere ? ', elsewhere' : ''}: ${summary}`);
}

const list = { is: 'list', at: [0, 0, 800, 400] } satisfies Given;
const pay = { is: 'pay', at: [20, 100, 200, 40], text: 'Pay now' } satisfies Given;

test('a style that changed on an element is the cause of what changed there, with both values', () => {
  const causes = causesOf(
    pageOf({ ...pay, styles: { padding: '12px', color: 'rgb(1, 2, 3)' } }),
    pageOf({ ...pay, at: [20, 100, 208, 48], styles: { padding: '16px', color: 'rgb(1, 2, 3)' } }),
    area({ x: 20, y: 100, width: 208, height: 48 }),
  );
  expect(causes).toEqual(['certain: padding 12px → 16px on #pay']);
});

test('an element that floats now is a block by itself', () => {
  const causes = causesOf(
    pageOf({ ...pay, styles: { display: 'inline-block' } }),
    pageOf({ ...pay, at: [0, 100, 200, 40], styles: { float: 'left' } }),
    area({ x: 0, y: 100, width: 220, height: 40 }),
  );
  expect(causes).toEqual(['likely: float none → left on #pay']);
});

test('a style that came or went is compared with the browser’s own', () => {
  const causes = causesOf(
    pageOf({ ...pay, styles: {} }),
    pageOf({ ...pay, styles: { 'z-index': '5' } }),
    area({ x: 20, y: 100, width: 200, height: 40 }),
  );
  expect(causes).toEqual(['certain: z-index auto → 5 on #pay']);
});

test('of a display that came or went, both values that the map leaves out are named', () => {
  const causes = causesOf(
    pageOf({ ...pay, styles: { display: 'flex' } }),
    pageOf({ ...pay, styles: {} }),
    area({ x: 20, y: 100, width: 200, height: 40 }),
  );
  expect(causes).toEqual(['certain: display flex → block or inline on #pay']);
});

const inList = (is: string, y: number, more: Partial<Given> = {}): Given & { in: string } => ({
  ...{ is, at: [0, y, 800, 40], in: 'list', selectors: [{ selector: `.${is}`, matches: 1 }] },
  ...more,
});

test('an item that left a list is not the one that came elsewhere in it, however alike they are', () => {
  const items = (...numbers: number[]) =>
    pageOf(
      list,
      ...numbers.map((number, at) => {
        const text = `Story ${number} in a few words that all have`;
        return inList(`story-${number}`, at * 40, { tag: 'tr', text, outer_html: `<tr><td>${text}</td></tr>` });
      }),
    );
  expect(causesOf(items(1, 2, 3, 4), items(1, 2, 4, 5), area({ x: 0, y: 80, width: 800, height: 80 }))).toEqual([
    'likely: added .story-5 “Story 5 in a few words that all have”',
    'likely: removed .story-3 “Story 3 in a few words that all have”',
  ]);
});

test('equal cells of which several got another colour are where they were', () => {
  const cells = (...colours: string[]) =>
    pageOf(
      list,
      ...colours.map((colour, at) =>
        inList(`cell-${at}`, at * 40, {
          ...{ tag: 'i', outer_html: `<i style="background:${colour}"></i>` },
          styles: { 'background-color': colour },
        }),
      ),
    );
  const [blue, red] = ['rgb(0, 0, 255)', 'rgb(255, 0, 0)'];
  expect(
    causesOf(cells(blue, blue, blue, blue), cells(blue, red, red, blue), area({ x: 0, y: 40, width: 800, height: 80 })),
  ).toEqual(
    ['background-color #0000ff → #ff0000 on .cell-1', 'background-color #0000ff → #ff0000 on .cell-2'].map(
      (each) => `likely: ${each}`,
    ),
  );
});

test('numbers beside each other that all changed are other texts, if their markup tells them apart', () => {
  const tile = (total: string, trend: string, direction: string) =>
    pageOf(
      list,
      inList('title', 0, { tag: 'h2', text: 'Errors', outer_html: '<h2>Errors</h2>' }),
      inList('total', 40, { tag: 'p', text: total, outer_html: `<p class="total">${total}</p>` }),
      inList('trend', 80, { tag: 'p', text: trend, outer_html: `<p class="${direction}">${trend}</p>` }),
    );
  expect(
    causesOf(
      tile('1,873', '-1 %', 'down'),
      tile('2,310', '+23 %', 'up'),
      area({ x: 0, y: 40, width: 800, height: 80 }),
    ),
  ).toEqual(['likely: text “1,873” → “2,310” in .total', 'likely: text “-1 %” → “+23 %” in .trend']);
});

test('a small change in a large area is named too, after what explains more of it', () => {
  const rows = (height: number, button: string) =>
    pageOf(
      { is: 'intro', at: [0, 0, 800, height], text: 'An introduction', styles: { padding: `${height}px` } },
      { is: 'button', at: [700, height + 10, 60, 20], text: button },
      { is: 'table', at: [0, height + 40, 800, 800], text: 'A table of many words' },
    );
  const after = rows(60, 'Create');
  const where = area({ x: 0, y: 60, width: 800, height: 840 });
  expect(causesOf(rows(40, 'Create'), after, where)).toEqual(['likely, elsewhere: padding 40px → 60px on #intro']);
  expect(causesOf(rows(40, 'New'), after, where)).toEqual([
    'likely, elsewhere: padding 40px → 60px on #intro',
    'likely: text “New” → “Create” in #button',
  ]);
  expect(causesOf(rows(60, 'New'), after, where)).toEqual(['likely: text “New” → “Create” in #button']);
});

test('cells that share a column with a shorter text became narrower with it', () => {
  const table = (head: string, width: number) =>
    pageOf(
      { is: 'table', at: [0, 0, 800, 80], tag: 'table' },
      ...['head', 'body'].flatMap((is, at): (Given & { in: string })[] => [
        { is, at: [0, at * 40, 800, 40], tag: 'tr', in: 'table' },
        { is: `${is}-cell`, at: [0, at * 40, width, 40], tag: 'td', text: is === 'head' ? head : 'One', in: is },
      ]),
    );
  expect(
    causesOf(table('Number', 120), table('No.', 80), area({ x: 0, y: 40, width: 120, height: 40 })).filter((each) =>
      each.includes('body'),
    ),
  ).toEqual([]);
});

test('text that changed on a page of a PDF is named by its words alone', () => {
  const line = (text: string) => pageOf({ ...pay, tag: 'text', selectors: [], text });
  expect(causesOf(line('Q2 4.4'), line('Q2 4.9'), area({ x: 20, y: 100, width: 200, height: 40 }))).toEqual([
    'certain: text “Q2 4.4” → “Q2 4.9”',
  ]);
});

test('stripes that moved on with the places of rows are no change of these', () => {
  const striped = (...rows: string[]) =>
    pageOf(
      list,
      ...rows.flatMap((is, at): (Given & { in: string })[] => {
        const place = { at: [0, at * 40, 800, 40], text: `The row ${is}` } satisfies Partial<Given>;
        const styles: Record<string, string> = at % 2 === 0 ? {} : { 'background-color': 'rgb(238, 238, 255)' };
        return [
          { is, ...place, in: 'list' },
          { is: `${is}-cell`, ...place, styles, in: is },
        ];
      }),
    );
  const where = area({ x: 0, y: 40, width: 800, height: 160 });
  const [one, two, three, four] = ['one', 'two', 'three', 'four'] as const;
  expect(causesOf(striped(one, two, three, four), striped(one, 'new', two, three, four), where)).toEqual([
    'likely: added #new “The row new”',
  ]);
  expect(causesOf(striped(one, two, three, four), striped(two, three, four), where)).toEqual([
    'likely, elsewhere: removed #one “The row one”',
  ]);
});

test.each([4, 120])('a column of a table with %i rows is one cause, also of what it moved', (rows) => {
  const cell = (row: number, is: string, x: number, width: number): Given & { in: string } => {
    const text = `${is} ${row} of ${is}`;
    const at: Given['at'] = [x, row * 4, width, 4];
    return { is: `${is}-${row}`, at, text, in: `row-${row}`, tag: row === 0 ? 'th' : 'td', selectors: [] };
  };
  const table = (...columns: [is: string, x: number, width: number][]) =>
    pageOf(
      { ...list, tag: 'table' },
      ...Array.from({ length: rows }, (_, row): (Given & { in: string })[] => {
        const text = columns.map(([is]) => `${is} ${row} of ${is}`).join(' ');
        const selectors: MappedElement['selectors'] = [];
        const tr: Given & { in: string } = {
          is: `row-${row}`,
          at: [0, row * 4, 800, 4],
          text,
          in: 'list',
          tag: 'tr',
          selectors,
        };
        return [tr, ...columns.map(([is, x, width]) => cell(row, is, x, width))];
      }).flat(),
    );
  const narrow = table(['name', 0, 500], ['city', 500, 300]);
  const wide = table(['name', 0, 300], ['city', 300, 200], ['mail', 500, 300]);
  const right = area({ x: 500, y: 0, width: 300, height: rows * 4 });
  expect(causesOf(narrow, wide, right)).toEqual(['certain: added column th “mail 0 of mail”']);
  expect(causesOf(wide, narrow, right)).toEqual(['certain: removed column th “mail 0 of mail”']);
  expect(causesOf(narrow, wide, area({ x: 300, y: 0, width: 100, height: rows * 4 }))).toEqual([
    'likely, elsewhere: added column th “mail 0 of mail”',
  ]);
});

test('what came around something that was there is not said to have come with it', () => {
  const page = (around: boolean, ...within: Given[]) => {
    const text: Given = { is: 'text', at: [0, 0, 800, 400], text: 'All the words of this text', tag: 'main' };
    return around
      ? pageOf(list, { ...text, in: 'list' }, ...within.map((each) => ({ ...each, in: 'list' })))
      : pageOf(text);
  };
  expect(causesOf(page(true), page(false), area({ x: 0, y: 0, width: 800, height: 400 }))).toEqual([
    'likely: removed #list around what is in it',
  ]);
  expect(causesOf(page(true, pay), page(false), area({ x: 20, y: 100, width: 200, height: 40 }))).toEqual([
    'certain: removed #pay “Pay now”',
  ]);
});

test('what a capture may only lack because its elements are incomplete is never certain', () => {
  const whole = { height: 600, isCut: false, lacksElements: false };
  const causes = (before: boolean) =>
    causesOf(pageOf(list), pageOf(list, pay), area({ x: 20, y: 100, width: 200, height: 40 }), [], {
      before: { ...whole, lacksElements: before },
      after: whole,
    });
  expect(causes(true)).toEqual(['likely: added #pay “Pay now”']);
  expect(causes(false)).toEqual(['certain: added #pay “Pay now”']);
});

test('what only flows anew because all around it got wider is no cause beside what went', () => {
  const page = (width: number, height: number, ...aside: Given[]) =>
    pageOf(
      { is: 'text', at: [0, 0, width, 400] },
      { is: 'line', at: [0, 0, width, height], text: 'A text of several lines', in: 'text' },
      ...aside,
    );
  const aside: Given = { is: 'aside', at: [500, 0, 300, 400], text: 'Related' };
  const where = area({ x: 0, y: 0, width: 800, height: 80 });
  expect(causesOf(page(500, 80, aside), page(800, 40), where)).toEqual(['likely: removed #aside “Related”']);
});

test('a border is compared side by side where its sides differ', () => {
  const causesWith = (before: Record<string, string>, after: Record<string, string>) =>
    causesOf(
      pageOf({ ...pay, styles: before }),
      pageOf({ ...pay, styles: after }),
      area({ x: 20, y: 100, width: 200, height: 40 }),
    );
  const line = '2px solid rgb(0, 0, 9)';
  expect(causesWith({}, { 'border-bottom': line })).toEqual([
    'certain: border-bottom none → 2px solid #000009 on #pay',
  ]);
  const [whole] = causesWith({ border: line }, { 'border-bottom': line });
  expect(whole).toBe(
    `certain: ${['top', 'right', 'left'].map((side) => `border-${side} 2px solid #000009 → none`).join(', ')} on #pay`,
  );
  // Without a colour of its own, it has the text's.
  const inked = (color: string) => ({ color, 'border-left': `2px solid ${color}` });
  expect(causesWith(inked('rgb(0, 0, 9)'), inked('rgb(9, 0, 0)'))).toEqual([
    'certain: color #000009 → #090000 on #pay',
  ]);
});

test('an inherited style is reported once, at the element that it comes from', () => {
  const page = (color: string) => pageOf({ ...list, styles: { color } }, { ...pay, in: 'list', styles: { color } });
  const causes = causesOf(page('rgb(0, 0, 9)'), page('rgb(9, 0, 0)'), area({ x: 20, y: 100, width: 200, height: 40 }));
  expect(causes).toEqual(['certain: color #000009 → #090000 on #list']);
});

test('text is compared without that of the elements in it', () => {
  const page = (own: string) => pageOf({ ...list, text: `${own} Pay now` }, { ...pay, in: 'list' });
  expect(causesOf(page('Cart'), page('Basket'), area({ x: 0, y: 0, width: 60, height: 20 }))).toEqual([
    'certain: text “Cart” → “Basket” in #list',
  ]);
});

test('where an element in a text has words of its own, the quoted text shows that it is there', () => {
  const page = (text: string) => pageOf({ ...list, text }, { ...pay, in: 'list' });
  const causes = causesOf(
    page('Press Pay now, or wait.'),
    page('Press Pay now.'),
    area({ x: 0, y: 0, width: 60, height: 20 }),
  );
  expect(causes).toEqual(['certain: text “Press … , or wait.” → “Press … .” in #list']);
});

test('a container of which the capture cut the text is not said to have changed', () => {
  const long = 'word '.repeat(80).slice(0, 300);
  const page = (label: string) =>
    pageOf({ ...list, text: `${label} ${long}`.slice(0, 300) }, { ...pay, in: 'list', text: label });
  expect(causesOf(page('Pay now'), page('Pay'), area({ x: 20, y: 100, width: 60, height: 20 }))).toEqual([
    'certain: text “Pay now” → “Pay” in #pay',
  ]);
});

test('another image is recognized by its address', () => {
  const image = (src: string): Given => ({ ...pay, text: '', tag: 'img', outer_html: `<img id="pay" src="${src}">` });
  const where = area({ x: 20, y: 100, width: 200, height: 40 });
  expect(causesOf(pageOf(image('/a.png')), pageOf(image('/b.png')), where)).toEqual(['certain: another image in #pay']);
});

test('an image that shows something else from the same address is only likely', () => {
  const page = pageOf({ ...pay, text: '', tag: 'img', outer_html: '<img id="pay" src="/a.png">' });
  const same = pageOf({ ...pay, text: '', tag: 'img', outer_html: '<img id="pay" src="/a.png">' });
  expect(causesOf(page, same, area({ x: 60, y: 110, width: 20, height: 20 }))).toEqual([
    'likely: another image in #pay',
  ]);
});

test('what was added is reported, and what was removed where its rows were', () => {
  const without = pageOf({ ...pay });
  const withNote = pageOf(
    { is: 'note', at: [0, 0, 800, 60], text: 'New: pay later' },
    { ...pay, at: [20, 160, 200, 40] },
  );
  const added = area({ x: 0, y: 0, width: 800, height: 60 }, 'added');
  expect(causesOf(without, withNote, added, [{ from: 0, to: 60, length: 540 }])).toEqual([
    'certain: added #note “New: pay later”',
  ]);
  const removed = area({ x: 0, y: 0, width: 800, height: 0 }, 'removed');
  expect(causesOf(withNote, without, removed, [{ from: 60, to: 0, length: 540 }])).toEqual([
    'certain: removed #note “New: pay later”',
  ]);
});

const banner: Given = { is: 'banner', at: [0, 0, 800, 60], text: 'New: pay later' };
const upper = (y: number): Given => ({ is: 'upper', at: [0, y, 800, 100], text: 'The upper part' });
const lower = (y: number): Given => ({ is: 'lower', at: [0, y, 800, 600 - y], text: 'The lower part' });
const cut = { height: 600, isCut: true, lacksElements: false };

test('what only lay below the cut of one capture was neither added nor removed', () => {
  const [higher, deeper] = [pageOf(upper(440), lower(540)), pageOf(banner, upper(500))];
  const end = area({ x: 0, y: 540, width: 800, height: 60 }, 'added');
  expect(causesOf(deeper, higher, end, [{ from: 60, to: 0, length: 540 }], { before: cut, after: cut })).toEqual([
    'likely, elsewhere: removed #banner “New: pay later”',
  ]);
  const gone = area({ x: 0, y: 600, width: 800, height: 0 }, 'removed');
  expect(causesOf(higher, deeper, gone, [{ from: 0, to: 60, length: 540 }], { before: cut, after: cut })).toEqual([
    'likely, elsewhere: added #banner “New: pay later”',
  ]);
});

test('rows that went, which no change explains, are not blamed on what was added above them', () => {
  const [before, after] = [pageOf(upper(440), lower(540)), pageOf(banner, upper(500), lower(560))];
  const gone = area({ x: 0, y: 560, width: 800, height: 0 }, 'removed');
  const rows = [
    { from: 0, to: 60, length: 500 },
    { from: 540, to: 560, length: 40 },
  ];
  expect(causesOf(before, after, gone, rows)).toEqual([]);
});

test('what was added above the cut of a capture is reported as before', () => {
  const added = area({ x: 0, y: 540, width: 800, height: 60 }, 'added');
  const causes = causesOf(pageOf(upper(440)), pageOf(upper(440), lower(540)), added, [], { before: cut, after: cut });
  expect(causes).toEqual(['certain: added #lower “The lower part”']);
});

test('what was removed beside rows that moved otherwise is reported', () => {
  const card = { is: 'card', at: [200, 300, 150, 240], text: 'Sale' } satisfies Given;
  const emptied = area({ x: 200, y: 300, width: 150, height: 220 });
  const rows = [
    { from: 0, to: 0, length: 400 },
    { from: 420, to: 400, length: 180 },
  ];
  expect(causesOf(pageOf(pay, card), pageOf(pay), emptied, rows)).toEqual(['certain: removed #card “Sale”']);
});

test('elements that changed their order are reported, never as certain', () => {
  const items = (...order: string[]) =>
    pageOf(
      list,
      ...order.map((is, at): Given & { in: string } => ({
        is,
        at: [0, at * 100, 800, 100],
        text: `The item ${is}`,
        in: 'list',
      })),
    );
  const causes = causesOf(
    items('one', 'two', 'three'),
    items('three', 'one', 'two'),
    area({ x: 0, y: 0, width: 800, height: 300 }),
  );
  expect(causes).toEqual(['likely: moved #three “The item three”']);
});

test('an area that only moved names what made room before it, not what came after it', () => {
  const page = (...before: Given[]) =>
    pageOf(
      list,
      ...before.map((each) => ({ ...each, in: 'list' })),
      { is: 'last', at: [before.length * 100, 0, 100, 100], text: 'The last of the items', in: 'list' },
      ...before.map(({ at }): Given & { in: string } => ({
        ...{ is: 'more', at: [at[0] + 200, 0, 100, 100], text: 'One more at the end', in: 'list' },
      })),
    );
  const first: Given = { is: 'first', at: [0, 0, 100, 100], text: 'The first of the items' };
  const causes = causesOf(page(), page(first), area({ x: 100, y: 0, width: 100, height: 100 }));
  expect(causes).toEqual(['likely, elsewhere: added #first “The first of the items”']);
});

test('what is much larger than the area that shows its move is found, and what moved it around', () => {
  const cards = (...order: string[]) =>
    pageOf(
      { ...list, styles: { display: 'grid' } },
      ...order.flatMap((is, at): (Given & { in: string })[] => [
        { is, at: [at * 200, 0, 200, 400], text: `The product ${is}`, in: 'list' },
        { is: `${is}-title`, at: [at * 200, 0, 200, 40], text: `The product ${is}`, in: is },
      ]),
    );
  const causes = (where: PixelBox) => causesOf(cards('one', 'two', 'three'), cards('two', 'three'), area(where));
  const follows = ['likely, elsewhere: removed #one “The product one”'];
  expect(causes({ x: 310, y: 10, width: 10, height: 12 })).toEqual(follows);
  // What moved from here
  expect(causes({ x: 400, y: 0, width: 200, height: 400 })).toEqual(follows);
});

test('what moved because something before it grew follows from the only change in that', () => {
  const page = (grown: number, ...added: Given[]) =>
    pageOf(
      { is: 'form', at: [0, 0, 800, 200 + grown], tag: 'form', text: '' },
      { ...pay, in: 'form' },
      ...added.map((each) => ({ ...each, in: 'form' })),
      { is: 'terms', at: [0, 200 + grown, 800, 20], text: 'Terms apply' },
    );
  const phone: Given = { is: 'phone', at: [20, 150, 200, 64], text: 'Phone' };
  // With a gap, the form grew by more than what was added to it.
  expect(causesOf(page(0), page(76, phone), area({ x: 0, y: 270, width: 80, height: 20 }))).toEqual([
    'likely, elsewhere: added #phone “Phone”',
  ]);
});

test('a field with another placeholder is the same field', () => {
  const field = (placeholder: string): Given => ({
    ...{ is: 'field', at: [20, 100, 200, 40], tag: 'input', accessible_name: 'Name' },
    selectors: [
      { selector: 'input[name="n"]', matches: 1 },
      { selector: `[placeholder="${placeholder}"]`, matches: 1 },
    ],
    outer_html: `<input name="n" placeholder="${placeholder}">`,
  });
  const where = area({ x: 30, y: 110, width: 40, height: 10 });
  expect(causesOf(pageOf(field('Ada')), pageOf(field('Grace')), where)).toEqual([
    'certain: text “Ada” → “Grace” in input[name="n"]',
  ]);
});

test('elements in each other that all changed the same are one cause, found in little time', () => {
  const nested = (styles: Record<string, string>) =>
    pageOf(
      ...Array.from({ length: 800 }, (_, at): Given & { in?: string } => ({
        ...{ is: `each-${at}`, at: [0, 0, 800, 400], styles, selectors: [{ selector: 'div.each', matches: 800 }] },
        ...(at === 0 ? {} : { in: `each-${at - 1}` }),
      })),
    );
  const causes = causesOf(nested({}), nested({ padding: '3px' }), area({ x: 0, y: 0, width: 800, height: 400 }));
  expect(causes).toEqual(['certain: padding 0px → 3px on div.each']);
});

test('the same change of several elements in one area is one cause, however little each covers', () => {
  const card = (is: string, x: number, styles: Record<string, string>): Given => ({ is, at: [x, 0, 200, 200], styles });
  const corner = { tag: 'article', selectors: [{ selector: 'article.card', matches: 2 }] };
  const page = (styles: Record<string, string>) =>
    pageOf({ ...card('one', 0, styles), ...corner }, { ...card('two', 204, styles), ...corner });
  const where = area({ x: 196, y: 196, width: 12, height: 12 });
  expect(causesOf(page({ 'border-radius': '8px' }), page({}), where)).toEqual([
    'likely: border-radius 8px → 0px on article.card',
  ]);
  const tiny = area({ x: 198, y: 198, width: 8, height: 20 });
  expect(causesOf(page({ 'border-radius': '8px' }), page({}), tiny)).toEqual([
    'likely: border-radius 8px → 0px on article.card',
  ]);
});

test('where nothing of the elements changed, the cause is unknown', () => {
  expect(causesOf(pageOf(list, pay), pageOf(list, pay), area({ x: 300, y: 300, width: 40, height: 40 }))).toEqual([]);
});

test('two changes in one area are both told, and neither is certain', () => {
  const page = (title: string, label: string) =>
    pageOf({ is: 'title', at: [0, 0, 200, 40], text: title }, { ...pay, at: [0, 40, 200, 40], text: label });
  const causes = causesOf(page('Cart', 'Pay now'), page('Basket', 'Pay'), area({ x: 0, y: 0, width: 200, height: 80 }));
  expect(causes.toSorted()).toEqual([
    'likely: text “Cart” → “Basket” in #title',
    'likely: text “Pay now” → “Pay” in #pay',
  ]);
});

test('long texts are cut to where they differ', () => {
  const long = `${'The same words again and again. '.repeat(6)}`;
  const causes = causesOf(
    pageOf({ ...pay, text: `${long}Then old words.` }),
    pageOf({ ...pay, text: `${long}Then new words.` }),
    area({ x: 20, y: 100, width: 200, height: 40 }),
  );
  expect(causes).toEqual(['certain: text “…and again. Then old words.” → “…and again. Then new words.” in #pay']);
});

test.each([
  ['words without spaces', '每月一百元', '每月九百元'],
  ['one long word before the next space', 'aAy and so on', 'aBy and so on'],
])('of long texts, what differs is in the cut, also in %s', (_, old, now) => {
  const same = '本服务的全部费用'.repeat(12);
  const [causes] = causesOf(
    pageOf({ ...pay, text: same + old }),
    pageOf({ ...pay, text: same + now }),
    area({ x: 20, y: 100, width: 200, height: 40 }),
  );
  expect(causes).toContain(`${old}” → “`);
  expect(causes).toContain(`${now}” in #pay`);
});

test('a field in a wrapper that now also holds a message is still the same', () => {
  const bare = { selectors: [] };
  const field = (value: string, css: string) => ({
    ...{ ...bare, is: 'field', tag: 'label', text: 'Email', at: [20, 100, 300, 40] as Given['at'] },
    outer_html: `<label>Email<input value="${value}" style="border:1px solid ${css}"></label>`,
  });
  const other = { ...bare, is: 'other', tag: 'label', text: 'Name', at: [20, 20, 300, 40] as Given['at'] };
  const causes = causesOf(
    pageOf(list, { ...other, in: 'list' }, { ...field('', 'gray'), in: 'list' }),
    pageOf(
      ...[list, { ...other, in: 'list' }, { ...bare, is: 'full', at: [20, 100, 300, 60] as Given['at'], in: 'list' }],
      { ...field('me@', 'red'), in: 'full' },
      { ...bare, is: 'error', tag: 'span', text: 'No such address', at: [20, 140, 300, 20], in: 'full' },
    ),
    area({ x: 20, y: 100, width: 300, height: 60 }),
  );
  expect(causes).toEqual(['likely: added span “No such address”']);
});
