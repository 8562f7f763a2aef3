import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { find } from '../../../server/web/help/search.ts';
import { searchOptions } from '../../../server/web/help/search-options.ts';

const index = new MiniSearch(searchOptions);
index.addAll([
  { id: 'text', page: 'Storage', heading: 'Disks', text: 'Backup' },
  { id: 'page', page: 'Backup elsewhere', heading: 'Keys', text: 'Store them apart' },
  { id: 'heading', page: 'Upgrades', heading: 'A backup of everything first', text: 'Before each step' },
]);
const addresses = (words: string) => find(index, words).map(({ address }) => address);

test('a match in a heading comes first, then one in the name of the page, then one in the text', () => {
  expect(addresses('backup')).toEqual(['heading', 'page', 'text']);
});

test('each word must match, by its beginning or with a slip', () => {
  expect(addresses('back')).toHaveLength(3);
  expect(addresses('bakcup')).toEqual([]);
  expect(addresses('bakup')).toHaveLength(3);
  expect(addresses('backup keys')).toEqual(['page']);
  expect(addresses('')).toEqual([]);
});

test.each([
  ...['retry', 'retries', 'Retried', 'delivery', 'deliveries', 'receiver', 'receivers', 'keys', 'webhook retry'],
])('“%s” finds what is written in another number or tense', (words) => {
  const one = new MiniSearch(searchOptions);
  const text = 'It retries a delivery to the receiver three times, signed with its key..';
  one.add({ id: 'only', page: 'Webhooks', heading: 'Answer', text });
  expect(find(one, words)).toHaveLength(1);
});

test('an excerpt shows words around the match, and where it left some out', () => {
  const excerptOf = (text: string): string => {
    const one = new MiniSearch(searchOptions);
    one.add({ id: 'only', page: 'Storage', heading: 'Disks', text });
    return find(one, 'needle')[0]?.excerpt ?? '';
  };
  const hay = 'hay '.repeat(60).trim();
  expect(excerptOf('A needle here')).toBe('A needle here');
  expect(excerptOf(`A needle in ${hay}`)).toMatch(/^A needle in hay .+ …$/);
  expect(excerptOf(`${hay} and a needle`)).toMatch(/^… hay .+ hay and a needle$/);
  expect(excerptOf(`${hay} needle ${hay}`)).toMatch(/^… hay .+ needle .+ …$/);
});
