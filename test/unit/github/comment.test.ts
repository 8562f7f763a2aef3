import { describe, expect, test } from 'vitest';
import { changes, plain, renderComment } from '../../../action/comment/render.ts';
import type { Row } from '../../../action/comment/row.ts';
import { decodeRows, mergeRows } from '../../../action/comment/row.ts';
import { emptyReport, renderSummary } from '../../../action/report.ts';

const row = (fields: Partial<Row> = {}): Row => ({
  name: 'visual',
  id: '0'.repeat(26),
  url: 'https://x.test/r/secret',
  thumbnail: null,
  status: 'open',
  pass: 1,
  revision: 'a'.repeat(40),
  shots: { all: 3, changed: 0, added: 0, failed: 0 },
  toVerify: 0,
  outstanding: 0,
  written: 1,
  ...fields,
});

describe('rows', () => {
  test('survive the comment they are hidden in, whatever the name', () => {
    const rows = [row({ name: '--> </table> | @all `x` 日本' }), row({ name: 'b' })];
    expect(decodeRows(renderComment(rows))).toEqual(rows);
  });

  test('are none when somebody edited them away or broke them', () => {
    expect(decodeRows('<!-- sightline -->\nhello')).toEqual([]);
    expect(decodeRows('<!-- sightline-rows:AAAA -->')).toEqual([]);
    expect(decodeRows(`<!-- sightline-rows:${btoa('[{"name":1}]')} -->`)).toEqual([]);
  });

  test('merge to one a name, the later counts, in the order of the names', () => {
    const merged = mergeRows(
      [row({ name: 'b' }), row({ name: 'a', pass: 2, written: 5 })],
      [row({ name: 'a', written: 4 })],
    );
    expect(merged.map(({ name, pass }) => [name, pass])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});

describe('comment', () => {
  test('has one line a review, and one link to press', () => {
    const body = renderComment([row({ name: 'a' }), row({ name: 'b', url: 'https://x.test/r/other' })]);
    expect(body.split('\n').filter((line) => line.startsWith('| **'))).toHaveLength(2);
    expect(body).toContain('**[Review it →](https://x.test/r/other)**');
    expect(body).not.toContain('<img');
  });

  test('a name can neither mention people nor break the table', () => {
    const [line = ''] = renderComment([row({ name: '@acme/all | <img src=x> [a](b)' })])
      .split('\n')
      .filter((text) => text.startsWith('| **'));
    expect(line.split('|')).toHaveLength(5);
    expect(line).not.toMatch(/@acme|<img|\[a\]/);
  });

  test('a dead review has no link to press', () => {
    expect(renderComment([row({ status: 'failed' })]).replace(/<!--.*-->/g, '')).not.toContain('https://');
  });

  test('says first what needs a person', () => {
    expect(changes(row())).toBe('3 shots');
    expect(changes(row({ pass: 2 }))).toBe('3 shots, none changed since pass 1');
    expect(
      changes(row({ pass: 3, toVerify: 1, outstanding: 2, shots: { all: 4, changed: 2, added: 1, failed: 1 } })),
    ).toBe(
      '**1 fix to verify**<br>2 marks still open<br>4 shots: 2 changed, 1 new since pass 2<br>⚠️ 1 shot could not be made',
    );
  });

  test('people’s words lose what Markdown would act on', () => {
    expect(plain('a\n|b')).toBe('a &#124;b');
    expect(plain('see https://x.test')).not.toContain('https://');
  });
});

test('what a file is called becomes no picture, link, HTML or mention in the summary of a job that it made fail', () => {
  const failure = 'a/![x](http://evil.test/x)<img src=x>@everybody.png is not a PNG.\nLeave it out.';
  const summary = renderSummary({ ...emptyReport(), failure }, 0);
  expect(summary).toContain(
    '**Failed.** a/!&#91;x](http://evil.test/x)&lt;img src=x>@\u200beverybody.png is not a PNG.<br>',
  );
});
