import { describe, expect, test } from 'vitest';
import { isFoundAgain, markPlaceOf } from '../../../server/domain/finding/rules.ts';

const box = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
const point = { ...box, width: 0, height: 0 };

describe('the mark of a finding', () => {
  test.each([
    [box, { kind: 'box', place: box }],
    [null, { kind: 'box', place: { x: 0, y: 0, width: 1, height: 1 } }],
    [undefined, { kind: 'box', place: { x: 0, y: 0, width: 1, height: 1 } }],
    [
      { x: 0.5, y: 0.75, width: 0.75, height: 0.5 },
      { kind: 'box', place: { x: 0.5, y: 0.75, width: 0.5, height: 0.25 } },
    ],
    [
      { ...box, width: 0 },
      { kind: 'point', place: { x: 0.2, y: 0.2, width: null, height: null } },
    ],
    [
      { ...box, height: 0 },
      { kind: 'point', place: { x: 0.2, y: 0.2, width: null, height: null } },
    ],
    [
      { ...box, x: 1 },
      { kind: 'point', place: { x: 1, y: 0.2, width: null, height: null } },
    ],
  ])('with the area %j lies there', (area, place) => {
    expect(markPlaceOf(area)).toEqual(place);
  });
});

describe('a finding is found again', () => {
  test.each([
    ['at the same place', box, box, true],
    ['at most of the same place', box, { ...box, x: 0.25 }, true],
    ['a little narrower', box, { ...box, x: 0.22, width: 0.38 }, true],
    ['beside it', box, { ...box, x: 0.65 }, false],
    ['below it', box, { ...box, y: 0.65 }, false],
    ['apart in both directions', box, { ...box, x: 0.7, y: 0.7, width: 0.2, height: 0.2 }, false],
    ['at a third of the same place', box, { ...box, x: 0.4 }, false],
    ['in a much larger area', box, { x: 0, y: 0, width: 1, height: 1 }, false],
    ['on the whole screenshot both times', null, null, true],
    ['on the whole screenshot, then somewhere', null, box, false],
    ['somewhere, then on the whole screenshot', box, null, false],
    ['at the same point', point, point, true],
    ['right of the point', point, { ...point, x: 0.3 }, false],
    ['below the point', point, { ...point, y: 0.3 }, false],
  ])('by a rule %s: %#', (_, area, settled, again) => {
    expect(isFoundAgain({ rule: 'contrast', area }, { rule: 'contrast', area: settled })).toBe(again);
    expect(isFoundAgain({ rule: 'contrast', area: settled }, { rule: 'contrast', area })).toBe(again);
    expect(isFoundAgain({ rule: 'contrast', area }, { rule: 'tiny-text', area: settled })).toBe(false);
  });

  test.each([
    ['at a third of the same place', box, { ...box, x: 0.4 }, true],
    ['beside it', box, { ...box, x: 0.65 }, false],
    ['somewhere, then without a place', box, null, true],
    ['without a place, then somewhere', null, box, true],
  ])('by a model, which never draws the same box twice, %s: %#', (_, area, settled, again) => {
    const of = (foundBy: string, area: unknown) => ({ rule: 'spelling', area, foundBy });
    expect(isFoundAgain(of('model', area), of('model', settled))).toBe(again);
    // What only one of them found is compared strictly.
    expect(isFoundAgain(of('model', area), of('rule', settled))).toBe(false);
    expect(isFoundAgain(of('rule', area), of('model', settled))).toBe(false);
  });
});
