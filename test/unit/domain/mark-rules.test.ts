import { describe, expect, test } from 'vitest';
import { MarkStatus } from '../../../server/contract/mark.ts';
import { DomainError } from '../../../server/domain/failure.ts';
import { placeOf } from '../../../server/domain/mark/make-mark.ts';
import {
  awaitsVerification,
  carryPlace,
  isCarried,
  isOutstanding,
  skipReason,
} from '../../../server/domain/mark/rules.ts';

const isAfterImage = (url: string): boolean => url.startsWith('https://');

test.each([
  ['open', true, false, true],
  ['in_progress', true, false, true],
  ['reopened', true, false, true],
  ['resolved', false, true, true],
  ['verified', false, false, false],
  ['withdrawn', false, false, false],
] as const)('%s: outstanding %s, awaiting verification %s, carried %s', (status, outstanding, awaiting, carried) => {
  expect([isOutstanding(status), awaitsVerification(status), isCarried(status)]).toEqual([
    outstanding,
    awaiting,
    carried,
  ]);
});

describe('a fixing agent’s report', () => {
  const mark = (status: MarkStatus, note: string | null = null, afterImage: string | null = null) => ({
    status,
    note,
    afterImage,
  });
  const reports = ['resolved', 'in_progress'] as const;

  test.each(reports)('%s of a mark that is not there', (status) => {
    expect(skipReason(undefined, { status }, isAfterImage)).toBe('not_found');
  });

  test.each(MarkStatus.options.flatMap((from) => reports.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
    const reason =
      from === 'verified' ? 'already_verified' : from === 'withdrawn' ? 'withdrawn' : from === to ? 'unchanged' : null;
    expect(skipReason(mark(from), { status: to }, isAfterImage)).toBe(reason);
  });

  test.each([
    [{ note: 'a' }, null],
    [{ note: 'was' }, 'unchanged'],
    [{ note: '' }, null],
    [{ after_image: 'https://example.com/new.png' }, null],
    [{ after_image: 'https://example.com/was.png' }, 'unchanged'],
    [{ after_image: 'http://example.com/new.png' }, 'invalid_after_image'],
  ])('of the same status with %o', (more, reason) => {
    const now = mark('resolved', 'was', 'https://example.com/was.png');
    expect(skipReason(now, { status: 'resolved', ...more }, isAfterImage)).toBe(reason);
  });

  test('an empty note removes the note, and changes nothing where there is none', () => {
    expect(skipReason(mark('resolved'), { status: 'resolved', note: '' }, isAfterImage)).toBe('unchanged');
  });

  test('a verified or withdrawn mark is reported as such even when the after-image is invalid', () => {
    const report = { status: 'resolved', after_image: 'x' } as const;
    expect(skipReason(mark('verified'), report, isAfterImage)).toBe('already_verified');
    expect(skipReason(mark('withdrawn'), report, isAfterImage)).toBe('withdrawn');
    expect(skipReason(mark('open'), report, isAfterImage)).toBe('invalid_after_image');
  });
});

describe('a mark carried to the next pass', () => {
  const point = { x: 0.25, y: 0.5, width: null, height: null };
  const box = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
  const size = (width: number, height: number, pixelRatio: number | null = null) => ({ width, height, pixelRatio });

  test('keeps its place on a screenshot of the same size', () => {
    expect(carryPlace(box, size(800, 600), size(800, 600))).toEqual(box);
    expect(carryPlace(point, size(800, 600), size(1600, 1200))).toEqual(point);
  });

  test('stays as far from the top when the page grew at its bottom', () => {
    expect(carryPlace(box, size(800, 600), size(800, 1200))).toEqual({ x: 0.25, y: 0.25, width: 0.5, height: 0.125 });
  });

  test('stays inside when the page became shorter', () => {
    expect(carryPlace(box, size(800, 600), size(800, 400))).toEqual({ x: 0.25, y: 0.75, width: 0.5, height: 0.25 });
    expect(carryPlace(box, size(800, 600), size(800, 200))).toEqual({ x: 0.25, y: 1, width: 0.5, height: 0 });
    expect(carryPlace(point, size(800, 600), size(800, 200))).toEqual({ x: 0.25, y: 1, width: null, height: null });
  });

  test('keeps its distance in CSS pixels between captures of different width', () => {
    const wide = { x: 0.5, y: 0.5, width: 0.25, height: 0.25 };
    const kept = { x: 0.625, y: 0.5, width: 0.3125, height: 0.25 };
    expect(carryPlace(wide, size(1000, 2000, 2), size(800, 2000, 2))).toEqual(kept);
    expect(carryPlace(wide, size(800, 600, 1), size(1600, 1200, 2))).toEqual(wide);
  });
});

describe('the place of a mark', () => {
  test('of a point has no size', () => {
    expect(placeOf('point', { x: 0.1, y: 0.2, width: 0.3, height: 0.4 })).toEqual({
      x: 0.1,
      y: 0.2,
      width: null,
      height: null,
    });
  });

  test('of a box ends at the screenshot’s edge', () => {
    expect(placeOf('box', { x: 0.75, y: 0.5, width: 0.5, height: 0.25 })).toEqual({
      x: 0.75,
      y: 0.5,
      width: 0.25,
      height: 0.25,
    });
  });

  test.each([
    { x: 0.1, y: 0.1 },
    { x: 0.1, y: 0.1, width: 0.2 },
    { x: 0.1, y: 0.1, width: null, height: 0.2 },
    { x: 0.1, y: 0.1, width: 0, height: 0.2 },
    { x: 0.1, y: 0.1, width: 0.2, height: 0 },
    { x: 1, y: 0.1, width: 0.2, height: 0.2 },
    { x: 0.1, y: 1, width: 0.2, height: 0.2 },
  ])('of a box must cover something: %o', (place) => {
    expect(() => placeOf('box', place)).toThrow(DomainError);
  });
});
