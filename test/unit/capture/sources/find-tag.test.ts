import { expect, test } from 'vitest';
import { findTag, readTemplate } from '../../../../server/capture/sources/find-tag.ts';

const page = `<!-- <p class="a">not this</p> -->
<script>const html = '<p class="a">nor this</p>';</script>
<p class="a">First</p>
<p class="a {{ more }}">{{ second }}</p>
<ul>
  <li><a href="/x">Same</a></li>
  <li><a href="/y">Same</a></li>
  <li>Third</li>
</ul>`;

const wanted = { tag: 'p', id: '', classes: '', href: '', text: '' };

function lines(...elements: Partial<typeof wanted>[]) {
  const counts = new Map<string, number>();
  const count = (group: string) => {
    const known = counts.get(group) ?? 0;
    counts.set(group, known + 1);
    return known;
  };
  const template = readTemplate(page);
  return elements.map((each) => findTag(template, { ...wanted, ...each }, count)?.line ?? null);
}

test('an element is found at the tag that fits it best', () => {
  expect(lines({ classes: 'a', text: 'First' })).toEqual([3]);
  expect(lines({ classes: 'a b', text: 'Made by a script' })).toEqual([4]);
  expect(lines({ tag: 'a', href: '/y', text: 'Same' })).toEqual([7]);
  expect(lines({ tag: 'li', text: 'Third' })).toEqual([8]);
  expect(lines({ tag: 'a', href: '/z', text: 'Same' }, { tag: 'p', text: 'First' }, { tag: 'em' })).toEqual([
    null,
    null,
    null,
  ]);
});

test('elements that fit the same tags take them in order', () => {
  const item = { tag: 'li', text: 'Same' };
  expect(lines(item, item, item)).toEqual([6, 7, 7]);
});

test('an element with names of its own is not known to be the only tag without any', () => {
  const template = readTemplate('<div><b class="b">One</b></div>');
  const isOnly = (element: Partial<typeof wanted>) => findTag(template, { ...wanted, ...element }, () => 0)?.isOnly;
  expect(isOnly({ tag: 'div' })).toBe(true);
  expect(isOnly({ tag: 'div', classes: 'made-by-a-script' })).toBe(false);
  expect(isOnly({ tag: 'b', classes: 'b more', text: 'One' })).toBe(true);
});

test.each([
  '<!--'.repeat(200_000),
  '<a "'.repeat(100_000),
  '<script>'.repeat(50_000),
  `<a ${'b '.repeat(200_000)}`,
  '<p>'.repeat(200_000),
])('a hostile text has few tags', (text) => {
  const { tags } = readTemplate(text);
  expect([...tags.values()].flat().length).toBeLessThanOrEqual(4_000);
});
