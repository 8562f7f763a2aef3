import { expect, test } from 'vitest';
import { grouped, guestShortcuts, shortcuts } from '../../../server/web/review/shortcuts.ts';

test('shortcuts are listed by group, and found by key or by any words of what they do', () => {
  expect(grouped(shortcuts, '').map(([group]) => group)).toEqual([
    'Find your way',
    'Compare',
    'Mark',
    'Verify and decide',
  ]);
  expect(grouped(shortcuts, '').flatMap(([, rows]) => rows)).toHaveLength(shortcuts.length);
  const found = (typed: string) => grouped(shortcuts, typed).flatMap(([, rows]) => rows.map(([keys]) => keys));
  expect(found('area clicks')).toEqual(['A']);
  expect(found(' DECIDE approve ')).toEqual(['D']);
  expect(found('verify')).toEqual(['V', 'R', 'D']);
  expect(found('no such thing')).toEqual([]);
});

test('no key stands twice, and a guest sees none that compares, verifies or decides', () => {
  for (const rows of [shortcuts, guestShortcuts]) {
    const keys = rows.map(([each]) => each);
    expect(keys.filter((each, at) => keys.indexOf(each) !== at)).toEqual([]);
  }
  expect(grouped(guestShortcuts, '').map(([group]) => group)).toEqual(['Find your way', 'Mark']);
});
