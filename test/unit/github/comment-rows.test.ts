import { describe, expect, test } from 'vitest';
import { decodeRows, mergeRows, type Row, renderRows } from '../../../action/comment/row.ts';
import { emptyReport, renderSummary } from '../../../action/report.ts';

const head = 'a'.repeat(40);
const row = (fields: Partial<Row> = {}): Row => ({
  name: 'visual',
  id: '0'.repeat(26),
  url: 'https://x.test/r/secret',
  thumbnail: null,
  status: 'open',
  pass: 1,
  revision: head,
  shots: { all: 3, changed: 0, added: 0, failed: 0 },
  toVerify: 0,
  outstanding: 0,
  written: 1,
  ...fields,
});

describe('rows', () => {
  test('survive their encoding in the comment, whatever their name', () => {
    const rows = [row({ name: '--> </table> | @all `x` 日本' }), row({ name: 'b' })];
    expect(decodeRows(renderRows(rows, head))).toEqual(rows);
  });

  test('are empty when somebody removed or broke them', () => {
    expect(decodeRows('<!-- sightline -->\nhello')).toEqual([]);
    expect(decodeRows('<!-- sightline-rows:AAAA -->')).toEqual([]);
    expect(decodeRows(`<!-- sightline-rows:${btoa('[{"name":1}]')} -->`)).toEqual([]);
  });

  test('are merged by name, sorted by name, and the row written later wins', () => {
    const merged = mergeRows(
      [row({ name: 'b' }), row({ name: 'a', pass: 2, written: 5 })],
      [row({ name: 'a', written: 4 })],
    );
    expect(merged.map(({ name, pass }) => [name, pass])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  test('show what the review covers', () => {
    const shots = { all: 4, changed: 2, added: 1, failed: 1 };
    const body = renderRows([row({ pass: 3, toVerify: 1, outstanding: 2, shots, revision: 'b'.repeat(40) })], head);
    for (const part of [
      'pass 3',
      'of the older commit `bbbbbbb`',
      '**1 mark to verify**<br>2 open marks<br>2 changed, 1 new, 1 identical<br>',
      '1 screenshot could not be taken',
      '(https://x.test/r/secret)',
    ])
      expect(body).toContain(part);
  });
});

test('a file\u2019s name becomes no image, link, HTML or mention in the summary of a job that it made fail', () => {
  const failure = 'a/![x](http://evil.test/x)<img src=x>@everybody.png is not a PNG.\nLeave it out.';
  const summary = renderSummary({ ...emptyReport(), failure });
  expect(summary).toContain(
    '**Failed.** a/!&#91;x](http://evil.test/x)&lt;img src=x>@\u200beverybody.png is not a PNG.<br>',
  );
});
