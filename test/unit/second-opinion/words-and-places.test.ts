import { expect, test } from 'vitest';
import { rules } from '../../../server/checklist/rules/index.ts';
import { areaOf } from '../../../server/checklist/run-rules.ts';
import { fontRoot } from '../../../server/checklist/support/font-names.ts';
import { countWords } from '../../../server/checklist/support/slide-blocks.ts';

test('ids, titles and texts of rules fit a list', () => {
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title, checks, why, types, kinds } of rules) {
    expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(title.length, id).toBeLessThanOrEqual(60);
    for (const words of [checks, why]) expect(words, id).toMatch(/^[A-Z].*\.$/);
    expect(types.length * kinds.length, id).toBeGreaterThan(0);
  }
});

test('an area is the part of a box that lies on the screenshot', () => {
  const shot = { width: 200, height: 100 };
  expect(areaOf({ x: 150, y: -10, width: 100, height: 60 }, shot)).toEqual({ x: 0.75, y: 0, width: 0.25, height: 0.5 });
  expect(areaOf({ x: 300, y: 0, width: 10, height: 10 }, shot)).toBeNull();
  expect(areaOf(null, shot)).toBeNull();
});

test('fonts of one family are recognised whatever their styles are called', () => {
  const same = [
    ['Calibri', 'Calibri-Bold', 'Calibri Light', 'ABCDEF+Calibri-LightItalic'],
    ['Helvetica', 'HelveticaNeue-Medium', 'Helvetica Neue', 'Helvetica-BoldOblique'],
    ['TimesNewRomanPSMT', 'TimesNewRomanPS-BoldMT', 'Times New Roman'],
    ['CMSS10', 'CMSSBX10', 'CMSSI12'],
    ['CMR10', 'CMBX12', 'CMTI10'],
    ['Source Sans Pro', 'SourceSansPro-Semibold', 'SourceSansPro-Black'],
  ];
  for (const names of same) expect(new Set(names.map(fontRoot)).size, names.join()).toBe(1);
  expect(new Set(same.map(([name]) => fontRoot(name ?? null))).size).toBe(same.length);
  for (const name of [
    'Wingdings',
    'CMSY10',
    'Font Awesome 6',
    'Courier New',
    'JetBrains Mono',
    'CIDFont+F3',
    'NotoColorEmoji',
    null,
  ]) {
    expect(fontRoot(name), `${name}`).toBeNull();
  }
});

test('words are counted in scripts with and without spaces', () => {
  expect(countWords('Two vans, 3 depots & 41 % more')).toBe(4);
  expect(countWords('我们看了四个大厅')).toBe(4);
  expect(countWords(' ')).toBe(0);
});
