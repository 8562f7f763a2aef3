import { describe, expect, test } from 'vitest';
import {
  attribute,
  clip,
  fence,
  inline,
  link,
  plain,
  plural,
  takeFitting,
  takeMarks,
} from '../../../app/render/markdown.ts';

test('text in a fence, in a line, as a name, as an attribute and as an address', () => {
  const text = ' a ``` b|\t"c"\n@d\u200b ';
  expect(fence(text)).toBe('````text\na ``` b|\t"c"\n@d\n````');
  expect(inline(text)).toBe("`a ''' b¦ \"c\" @d`");
  expect([inline(' \u200b'), inline('abcd', 3)]).toEqual(['`(empty)`', '`ab…`']);
  expect([inline('\u26a0\ufe0f'), inline('a\ufe0f\ufe0e\ufe0fb')]).toEqual(['`\u26a0\ufe0f`', '`ab`']);
  expect([plain(text, 100), plain(text, 3)]).toEqual(['a ``` b| "c" @d', 'a …']);
  expect(attribute('a "b"\n<@c>')).toBe('a&#32;&#34;b&#34;&#10;&#60;&#64;c&#62;');
  expect(link('https://x.test/a(b)|\'"')).toBe('https://x.test/a%28b%29%7C%27%22');
  expect([link('http://x.test'), link('ftp://x.test')]).toEqual(['http://x.test/', '']);
});

test('text is cut between characters, also those of two units', () => {
  expect([clip('😀😀', 2), clip('😀😀😀', 2), clip('', 2)]).toEqual(['😀😀', '😀…', '']);
});

test('a number of things', () => {
  expect([plural(0, 'mark'), plural(1, 'mark'), plural(2, 'mark')]).toEqual(['0 marks', '1 mark', '2 marks']);
  expect([plural(1, 'story', 'stories'), plural(2, 'story', 'stories')]).toEqual(['1 story', '2 stories']);
});

describe('what does not fit', () => {
  const more = (left: number) => `and ${left} more`;

  test.each([
    // A part takes its bytes and two of the line break.
    [['aaa', 'bbb'], 10, ['aaa', 'bbb']],
    [['aaa', 'bbb'], 9, ['aaa', 'and 1 more']],
    [['ä', 'b'], 6, ['ä', 'and 1 more']],
    [['aaa', 'bbb', 'c'], 0, ['and 3 more']],
    [[], 0, []],
  ])('is counted: of %j in %i bytes', (parts, bytes, taken) => {
    expect(takeFitting(parts, bytes, more)).toEqual(taken);
  });

  test.each([
    [100_000, ['a 4000', 'b 4000']],
    [5000, ['a 1000', 'b 1000']],
    [600, ['a 250', 'b 250']],
    [300, ['a 250', 'and 1 more']],
  ])('is cut first, so that %i bytes have all marks if they can', (bytes, taken) => {
    const render = (mark: string, longest: number) => `${mark} ${longest}`.padEnd(longest);
    expect(takeMarks(['a', 'b'], bytes, render, more).map((part) => part.trim())).toEqual(taken);
  });
});
