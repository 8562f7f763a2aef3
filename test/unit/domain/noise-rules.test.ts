import { describe, expect, test } from 'vitest';
import {
  type BaseDifference,
  findNoiseRefusal,
  type NoisePattern,
  rulesCovering,
} from '../../../server/domain/noise/rules.ts';
import type { StoredArea } from '../../../server/domain/shot/change.ts';

const size = { width: 1000, height: 500 };

/** An area of a screenshot of 1000 × 500 pixels, in pixels; `changed` of them differ. */
const area = (x: number, y: number, width: number, height: number, changed = width * height): StoredArea => ({
  ...{ x: x / 1000, y: y / 500, width: width / 1000, height: height / 500 },
  ...{ kind: 'changed', share: changed / 500_000 },
});

const shareOf = (areas: readonly StoredArea[]): number => areas.reduce((sum, { share }) => sum + share, 0);
const rule = (...areas: StoredArea[]): NoisePattern => ({ ...size, areas, share: shareOf(areas) });
const differing = (...areas: StoredArea[]): BaseDifference => ({
  ...size,
  before: size,
  areas,
  share: shareOf(areas),
});

const clock = rule(area(900, 10, 40, 16, 200));

describe('a difference is noise', () => {
  test.each<[string, BaseDifference]>([
    ['where it was marked', differing(area(900, 10, 40, 16, 200))],
    ['in a part of the area', differing(area(910, 12, 10, 10, 40))],
    ['up to 8 pixels around it', differing(area(892, 2, 56, 32, 300))],
    ['with up to twice as many pixels', differing(area(900, 10, 40, 16, 400))],
  ])('%s', (_where, difference) => {
    expect(rulesCovering(difference, [clock])).toEqual([clock]);
  });

  test('by each rule that covers it alone', () => {
    const wider = rule(area(890, 0, 60, 40, 300));
    const other = rule(area(100, 100, 50, 20));
    expect(rulesCovering(differing(area(900, 10, 40, 16, 200)), [clock, other, wider])).toEqual([clock, wider]);
  });
});

describe('a difference is not noise', () => {
  test.each<[string, BaseDifference]>([
    ['9 pixels to the left', differing(area(891, 10, 9, 9, 9))],
    ['9 pixels to the right', differing(area(940, 10, 9, 9, 9))],
    ['9 pixels above', differing(area(900, 1, 9, 9, 9))],
    ['9 pixels below', differing(area(900, 26, 9, 9, 9))],
    ['elsewhere', differing(area(100, 300, 40, 16, 200))],
    ['there and elsewhere', differing(area(900, 10, 40, 16, 100), area(100, 300, 4, 4))],
    ['with more than twice as many pixels', differing(area(900, 10, 40, 16, 401))],
    ['with specks that are not listed', { ...differing(area(900, 10, 40, 16, 200)), share: 201 / 500_000 }],
    ['on a screenshot of another size', { ...differing(area(900, 10, 40, 16)), width: 1001 }],
    ['on a screenshot that grew', { ...differing(area(900, 10, 40, 16)), before: { width: 1000, height: 499 } }],
    ['where rows were added', differing({ ...area(900, 10, 40, 16, 20), kind: 'added' })],
    ['whose areas are not known', differing()],
  ])('%s', (_where, difference) => {
    expect(rulesCovering(difference, [clock])).toEqual([]);
  });

  test('by two rules together, each of which covers a part', () => {
    const rules = [rule(area(100, 100, 50, 20)), rule(area(150, 100, 50, 20))];
    expect(rulesCovering(differing(area(110, 100, 80, 20)), rules)).toEqual([]);
    expect(rulesCovering(differing(area(100, 100, 9, 9), area(180, 100, 9, 9)), rules)).toEqual([]);
  });

  test('where more differs in one of its areas than there, although not in all', () => {
    const both = rule(area(100, 100, 50, 20, 10), area(800, 100, 50, 20, 1000));
    expect(rulesCovering(differing(area(100, 100, 50, 20, 20), area(800, 100, 50, 20, 900)), [both])).toEqual([both]);
    expect(rulesCovering(differing(area(100, 100, 50, 20, 21), area(800, 100, 50, 20, 900)), [both])).toEqual([]);
    const parts = [area(100, 100, 10, 20, 11), area(120, 100, 10, 20, 11)];
    expect(rulesCovering(differing(...parts), [both])).toEqual([]);
  });

  test('without a rule', () => {
    expect(rulesCovering(differing(area(900, 10, 40, 16)), [])).toEqual([]);
  });
});

test('what moved cannot be called noise, nor what is not known', () => {
  const moved =
    'Content was added, removed or moved here. Only differences in place can be noise. Mask what changes the layout.';
  const [place] = clock.areas as [StoredArea];
  expect(findNoiseRefusal(differing(place))).toBeNull();
  expect(findNoiseRefusal(differing())).toBe('It is not known where this screenshot differs.');
  expect(findNoiseRefusal(differing(place, { ...place, kind: 'removed', height: 0 }))).toBe(moved);
  expect(findNoiseRefusal({ ...differing(place), before: { width: 1000, height: 501 } })).toBe(moved);
  expect(findNoiseRefusal({ ...differing(place), before: { width: 999, height: 500 } })).toBe(moved);
});

test('what covers more than a fifth of the screenshot cannot be called noise, and no rule makes it', () => {
  const [half, more] = [
    [area(0, 0, 500, 100), area(0, 300, 500, 100)],
    [area(0, 0, 500, 100), area(0, 300, 501, 100)],
  ];
  expect(findNoiseRefusal(differing(...half))).toBeNull();
  expect(findNoiseRefusal(differing(...more))).toMatch(/^The areas that differ cover more than 20 % of the screenshot/);
  expect(rulesCovering(differing(...more), [rule(...more)])).toEqual([]);
});
