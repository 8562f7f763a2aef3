import { describe, expect, test } from 'vitest';
import { winners } from '../../../../server/capture/sources/cascade.ts';
import {
  type CssRule,
  mayMatch,
  readRules,
  type Scope,
  specificityOf,
  splitList,
} from '../../../../server/capture/sources/css-rules.ts';
import { lineIndex } from '../../../../server/capture/sources/line-index.ts';
import { readStyle } from '../../../../server/capture/sources/scan-css.ts';

const rules = (css: string): CssRule[] => readRules(css, 1_000);
const selectors = (css: string): string[] => rules(css).map(({ selector }) => selector);

describe('the rules of a stylesheet', () => {
  test.each([
    ['.a { color: red }', ['.a']],
    ['.a, .b { color: red } p { margin: 0 }', ['.a, .b', 'p']],
    ['.a::before { color: red } .b:hover { color: red } .c { color: red }', ['.c']],
    ['@media (max-width: 9px) { .a { color: red } }', ['.a']],
    ['@keyframes x { from { color: red } } .a { color: red }', ['.a']],
    ['@font-face { font-family: x } @import "a.css"; .a { color: red }', ['.a']],
    ['.a { color: red; & .b { color: blue } > .c { margin: 0 } }', ['.a', '.a .b', '.a > .c']],
    ['.a, .b { & .c { color: red } }', [':is(.a, .b) .c']],
    ['.a { @media print { color: red } }', ['.a']],
    ['/* .x { */ .a { content: "}.y{"; color: red } .b { background: url(a;b{c}) }', ['.a', '.b']],
    ['.a { color: red', ['.a']],
    ['} .a { color: red }', ['.a']],
    ['.a\\:b { color: red }', ['.a\\:b']],
  ])('%s', (css, expected) => {
    expect(selectors(css)).toEqual(expect.arrayContaining(expected));
    expect(selectors(css).filter((each) => each.includes('x') || each.includes('y'))).toEqual([]);
  });

  test('have declarations with their places, what they read, and the media that must hold', () => {
    const css =
      '.a {\n  Color: var(--ink, var(--other)) !important;\n  --x: 1px;\n}\n@media print {\n  b { margin: 0 }\n}';
    const [first, second] = rules(css);
    const place = lineIndex(css);
    expect(first?.declarations).toEqual([
      { property: 'color', isImportant: true, reads: ['--ink', '--other'], at: expect.any(Number) },
      { property: '--x', isImportant: false, reads: [], at: expect.any(Number) },
    ]);
    expect(first?.declarations.map(({ at }) => place(at))).toEqual([
      { line: 2, column: 3 },
      { line: 3, column: 3 },
    ]);
    expect([second?.conditions, place(second?.at ?? 0)]).toEqual([['print'], { line: 6, column: 3 }]);
  });

  test.each([
    ['@supports (display: grid) { .a { color: red } }', '.a', ['@supports (display: grid)']],
    ['@container card (width > 9px) { .a { color: red } }', '.a', ['@container card (width > 9px)']],
    ['@scope (.x) { .a { color: red } }', '.a:where(:is(.x), :is(.x) *)', []],
    ['@scope (.x) { :scope > .a { color: red } }', ':is(.x) > .a:where(:is(.x), :is(.x) *)', []],
    [
      '@scope (.x) to (.y) { .a { color: red } }',
      '.a:where(:is(.x), :is(.x) *):not(:where(:is(.x) .y, :is(.x) .y *))',
      [],
    ],
  ])('apply only as far as %s says', (css, selector, conditions) => {
    expect(rules(css)).toMatchObject([{ selector, conditions }]);
  });

  test.each(['.a, .b::-moz-x { color: red }', '.a:-ms-input-placeholder, .b { color: red }'])(
    'that Chromium cannot read are left out: %s',
    (css) => {
      expect(rules(css)).toEqual([]);
      expect(selectors('.md\\:-mt-2 { margin: 0 } .a::-webkit-x, .b { margin: 0 }')).toEqual(['.md\\:-mt-2', '.b']);
    },
  );

  test('that are imported come with what must hold for them', () => {
    const found: unknown[] = [];
    const onImport = (address: string, { conditions, layer }: Scope) => found.push([address, conditions, layer.order]);
    const css = `@layer b, a.c;
      @import "1.css" layer(a) supports(display: grid) print and (width > 9px);
      @import url(2.css) layer;
      @import url("3.css");`;
    readRules(css, 100, { onImport });
    expect(found).toEqual([
      ['1.css', ['@supports (display: grid)', 'print and (width > 9px)'], [1, Infinity]],
      ['2.css', [], [2, Infinity]],
      ['3.css', [], [Infinity]],
    ]);
  });

  test('of a hostile stylesheet are few, and found in one pass', () => {
    expect(rules('a{'.repeat(200_000)).length).toBeLessThanOrEqual(16);
    expect(rules(`${'.a,'.repeat(100_000)}.a{color:red}`)).toEqual([]);
    expect(rules('/*'.repeat(300_000))).toEqual([]);
    expect(rules('"'.repeat(300_001))).toEqual([]);
    expect(readRules('.a{color:red}'.repeat(5_000), 100)).toHaveLength(100);
    const nested = `${':is(.a),'.repeat(100)}b{${`${'& c,'.repeat(200)}d{color:red}`.repeat(500)}}`;
    expect(rules(nested).every(({ selector }) => selector.length <= 1_000)).toBe(true);
  });
});

test('a list is split at its own commas', () => {
  expect(splitList('a, :is(b, c) , [x="d,e"]')).toEqual(['a', ':is(b, c)', '[x="d,e"]']);
});

test.each([
  ['#a', '.a.b.c'],
  ['.a .b', '.a'],
  ['.a', 'ul li a'],
  ['ul li', 'li'],
  ['[x].a', '.a'],
  ['a', ':where(.a, #b)'],
  ['.a:first-child', '.a'],
  ['.a', ':where(.a > :not(.b.c:last-child), #b)'],
  [':is(.a, #b)', '.a.b.c'],
  ['.a.b', ':not(.a, .b)'],
  [':nth-child(2n of .a)', '.a'],
])('%s outweighs %s', (one, other) => {
  expect(specificityOf(one)).toBeGreaterThan(specificityOf(other));
});

test.each([
  [':is(.a, .b)', '.a'],
  ['.md\\:flex', '.a'],
  [':nth-child(odd)', '.a'],
  ['[href="a#b.c"]', '.a'],
])('%s weighs as much as %s', (one, other) => {
  expect(specificityOf(one)).toBe(specificityOf(other));
});

test('a rule for classes and ids that no element has cannot match', () => {
  const names = { classes: new Set(['a', 'md:b']), ids: new Set(['i']) };
  const may = (selector: string) => mayMatch(selector, names);
  expect(['.a', 'p', '#i .a', '.md\\:b', ':is(.z, .a)', '.\\31 0'].map(may)).toEqual(Array(6).fill(true));
  expect(['.z', '.a .z', '#z', '.a.z > p'].map(may)).toEqual(Array(4).fill(false));
});

describe('the rules that decide an element’s look', () => {
  const won = (css: string, onlyInherited = false) => {
    const all = rules(css);
    return winners(all, [...all.keys()], [], onlyInherited).map(({ index }) => all[index ?? -1]?.selector);
  };
  test.each([
    ['.a { color: red } .a.b { color: blue }', ['.a.b']],
    ['.a.b { color: blue } .a { color: red; margin: 0 }', ['.a.b', '.a']],
    ['.a { color: red !important } .a.b { color: blue }', ['.a']],
    ['.a { background-color: red } .b { background: blue }', ['.b']],
    ['.a { padding: 1px } .b { padding-left: 2px }', ['.b', '.a']],
    ['.a { border-radius: 1px } .b { border: 0 }', ['.b', '.a']],
    ['.a { color: red } .b { color: blue }', ['.b']],
    ['.a { color: red !important } .a.b { color: blue; margin: 0 }', ['.a', '.a.b']],
    ['.a { color: blue } @layer x { .a.b { color: red } }', ['.a']],
    ['@layer x, y; @layer y { .a { color: blue } } @layer x { .a.b { color: red } }', ['.a']],
    ['@layer x { .a { color: blue } @layer y { .a.b { color: red } } }', ['.a']],
    ['@layer x { .a { color: blue !important } } .a.b { color: red !important }', ['.a']],
    ['.a { flex-direction: row } .b { flex: 1 }', ['.b', '.a']],
    ['.a { line-height: 1 } .b { font: inherit }', ['.b']],
    ['.a { border-top-left-radius: 1px } .b { border-top: 0 }', ['.b', '.a']],
  ])('%s', (css, expected) => {
    expect(won(css)).toEqual(expected);
  });
  test('lose to its own style', () => {
    const all = rules('.a { color: red; margin: 0 } .b { color: blue !important }');
    const own = readStyle('color: green; margin: 1px !important');
    expect(winners(all, [0, 1], own).map(({ index }) => index)).toEqual([null, 1]);
    expect(winners(all, [0], own)).toMatchObject([{ declarations: [own[1]] }, { declarations: [own[0]] }]);
  });
  test('of an ancestor are those with something to inherit', () => {
    expect(won('.a { padding: 1px } .b { --x: 1px } .c { font: inherit }', true)).toEqual(['.c', '.b']);
  });
});
