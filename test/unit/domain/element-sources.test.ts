import { describe, expect, test } from 'vitest';
import type { PageSources } from '../../../server/contract/page-sources.ts';
import type { ElementMap } from '../../../server/domain/port-types.ts';
import { packElements, readElementMap, unpackElements } from '../../../server/domain/shot/element-file.ts';
import { concerns, sourcesOf } from '../../../server/domain/shot/element-sources.ts';
import { mapOf } from './support/element.ts';

type Rule = PageSources['rules'][number];

const names = ['padding', 'color', 'background', '--accent', 'margin-left', 'z-index'];
const sources: PageSources = {
  files: [
    'src/base.css',
    'src/card.css',
    'src/Card.tsx',
    'src/App.tsx',
    'node_modules/lib/lib.css',
    'src/Card.stories.tsx',
  ],
  names,
  rules: [
    { at: [0, 1, 1, 1], sets: [[3, 2]] },
    { at: [0, 5, 1, 1], sets: [[1, 6]] },
    {
      at: [1, 10, 1, 1],
      sets: [
        [0, 11],
        [2, 12, 3],
      ],
    },
    {
      at: [1, 20, 1, 1],
      sets: [
        [0, 0],
        [4, 22],
      ],
    },
    { at: [4, 0, 0, 0], sets: [[5, 0]] },
  ],
  places: [
    [0, 2, 8, 5, 2],
    [0, 3, 30, 3, 0],
    [1, 5, 0, 0, 1],
  ],
  lists: [[], [1], [2, 3, 4], [0]],
  elements: [
    [1, 3],
    [2, 0, 0, 1, 2],
    [0, 0, 1],
  ],
};
const map: ElementMap = { ...mapOf(1, { parent: null }, { parent: 0 }, { parent: 1 }), sources };
const of = (index: number, ...properties: string[]) =>
  sourcesOf(map, index, { properties }).map(
    ({ file, line, kind, confidence }) => `${kind} ${file}:${line} ${confidence}`,
  );

describe('the sources of an element', () => {
  test('begin with the declaration that sets a changed property, and then what made the element', () => {
    expect(of(1, 'padding')).toEqual([
      'rule src/card.css:11 certain',
      'rule src/card.css:20 possible',
      'component src/Card.tsx:8 certain',
      'rule src/card.css:10 likely',
      'component src/App.tsx:30 possible',
    ]);
  });

  test('name the rule that defines what the declaration reads', () => {
    expect(of(1, 'background-color').slice(0, 2)).toEqual([
      'rule src/card.css:12 certain',
      'rule src/base.css:2 likely',
    ]);
  });

  test('name the ancestor’s rule of an inherited property, and of no other', () => {
    expect(of(2, 'color')[0]).toBe('rule src/base.css:6 likely');
    expect(of(2, 'padding')).toEqual(['component src/App.tsx:30 possible']);
  });

  test('name several rules that each set a part only as possible', () => {
    const lists = [[], [1], [3, 2, 4], [0]];
    const parts = { ...sources, lists, rules: sources.rules.with(3, { at: [1, 20, 1, 1], sets: [[4, 22]] }) };
    const margins = { ...parts, rules: parts.rules.with(2, { at: [1, 10, 1, 1], sets: [[6, 11]] }) };
    const named = sourcesOf({ ...map, sources: { ...margins, names: [...names, 'margin'] } }, 1, {
      properties: ['margin'],
    });
    expect(named.slice(0, 2)).toMatchObject([
      { line: 22, confidence: 'possible' },
      { line: 11, confidence: 'possible' },
    ]);
  });

  test('name no ancestor’s rule where something unknown, or in a shadow tree, decides', () => {
    const rules = [...sources.rules, { at: [100_000, 0, 0, 0] as Rule['at'], sets: [[1, 0]] }];
    const elements = sources.elements.with(1, [4, 0]);
    const unknown = { ...sources, rules, lists: [...sources.lists, [5]], elements };
    expect(sourcesOf({ ...map, sources: unknown }, 2, { properties: ['color'] })).toMatchObject([
      { kind: 'component' },
    ]);
    const selectors = [{ selector: '#host >>> p', matches: 1 }];
    const inTree = map.elements.map((each, at) => (at === 1 ? { ...each, selectors } : each));
    expect(sourcesOf({ ...map, elements: inTree }, 2, { properties: ['color'] })).toMatchObject([
      { kind: 'component' },
    ]);
  });

  test('begin with what made the element when no property is named', () => {
    expect(of(1)).toEqual([
      'component src/Card.tsx:8 certain',
      'component src/App.tsx:30 possible',
      'rule src/card.css:10 likely',
      'rule src/card.css:20 likely',
      'story src/Card.stories.tsx:null likely',
    ]);
  });

  test('put packages last, without lines that nobody knows', () => {
    const withPackage = {
      ...sources,
      elements: [
        [1, 3],
        [2, 0, 0],
      ],
    };
    const found = sourcesOf({ ...map, sources: withPackage }, 1, { properties: ['z-index'] });
    expect(found.slice(-1)).toEqual([
      {
        ...{ file: 'node_modules/lib/lib.css', line: null, column: null },
        ...{ kind: 'rule', confidence: 'possible' },
      },
    ]);
  });

  test('are none for an element that has none, or a map without them', () => {
    expect(sourcesOf(map, 9)).toEqual([]);
    expect(sourcesOf({ ...map, sources: null }, 1)).toEqual([]);
    expect(sourcesOf({ scale: 1, elements: map.elements }, 1)).toEqual([]);
  });

  test('follow the ancestors that a client sends, even in a circle', () => {
    const flat = { ...map, elements: map.elements.map((each) => ({ ...each, parent: null })) };
    const circle = { ...flat, sources: { ...sources, parents: [1, 0, 1] } };
    expect(sourcesOf(circle, 2, { properties: ['color'] })[0]?.line).toBe(6);
  });

  test('that point outside of their tables are left out', () => {
    const broken = { ...sources, lists: [[], [99]], elements: [[1, 5, 77]], rules: [{ at: [9, 1, 1, 1], sets: [] }] };
    expect(sourcesOf({ ...map, sources: broken as unknown as PageSources }, 0, { properties: ['color'] })).toEqual([]);
  });
});

test.each([
  ['padding', 'padding-left', true],
  ['padding-left', 'padding', true],
  ['background', 'background-color', true],
  ['border', 'border-radius', false],
  ['border-bottom', 'border', true],
  ['color', 'background-color', false],
  ['flex', 'flex-direction', false],
  ['flex-flow', 'flex-direction', true],
  ['border-top-left-radius', 'border-top', false],
  ['border-top-left-radius', 'border-radius', true],
  ['transform-origin', 'transform', false],
  ['border-color', 'border-left', true],
  ['all', 'color', true],
])('%s concerns %s: %s', (declared, wanted, expected) => {
  expect(concerns(declared, wanted)).toBe(expected);
});

test('the file of a map keeps the sources, and a link to it does not show them', async () => {
  const packed = await packElements(map);
  const shown = JSON.parse(String(await unpackElements(packed)));
  expect(shown).toEqual({ scale: 1, elements: map.elements });
  const storage = { find: async () => packed };
  const ports = { storage } as unknown as Parameters<typeof readElementMap>[0];
  expect(await readElementMap(ports, { elementsKey: 'k' })).toEqual(map);
  const plain = { scale: 1, elements: map.elements };
  const old = { storage: { find: () => packElements(plain) } } as unknown as typeof ports;
  expect(await readElementMap(old, { elementsKey: 'k' })).toEqual(plain);
});
