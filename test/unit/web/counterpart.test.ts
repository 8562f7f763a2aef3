import { describe, expect, test } from 'vitest';
import { mark, noiseRule, openReview, screenshot } from '../../../server/contract/examples.ts';
import { needsLook } from '../../../server/contract/needs-look.ts';
import { areasOf } from '../../../server/web/compare/changed-areas.ts';
import {
  counterpartOf,
  listedShots,
  nameOf,
  openChanges,
  sideOf,
  sidesOf,
  titleOf,
  whyNothing,
} from '../../../server/web/compare/counterpart.ts';
import { unseenOf } from '../../../server/web/review/derive.ts';
import { missingShots } from '../../../server/web/screenshots/missing-shots.ts';
import type { Mark, PageView, Review, Screenshot } from '../../../server/web/shared/types.ts';

const base: NonNullable<Review['base']> = {
  ...{ repository: 'shop/web', name: 'visual', branch: 'main', id: 'b', kind: 'baseline', commit: 'abc1234def' },
  ...{ distance: 0, reason: 'merge base', compared: true },
};
const { label, url, thumbnail_url, width, height, viewport, tile_height, sha256 } = screenshot;
const before = { label, url, thumbnail_url, width, height, viewport, tile_height, sha256 };
const area = { x: 0, y: 0, width: 1, height: 0.5, kind: 'changed' as const, share: 0.5, causes: [] };
const approval = {
  ...{
    review_id: 'r',
    reference: null,
    revision: null,
    outcome: 'approved' as const,
    decided_by: null,
    verified_login: null,
    decided_at: '',
  },
};

type Change = NonNullable<Screenshot['base_change']>;
const changed: Change = {
  ...{ kind: 'changed', share: 0.5, diff_url: 'd', areas: [area], before, approved_in: null, noise: [] },
};
const noisy: Change = { ...changed, noise: [noiseRule] };
const identical: Change = { ...changed, kind: 'identical', share: 0, diff_url: null, areas: [] };
const shot = (label: string, base_change: Change | null): Screenshot => ({ ...screenshot, label, base_change });

/** A view of these screenshots; `pass` is that of the previous pass. */
function viewOf(screenshots: Screenshot[], more: Partial<Review> = {}, pass: number | null = null): PageView {
  const review = { ...openReview, pass: (pass ?? 0) + 1, base, screenshots, ...more };
  const previous = pass === null ? null : { pass, review_url: '', marks: [], screenshots: [shot('Home', null)] };
  return { review, previous } as Partial<PageView> as PageView;
}

describe('what a screenshot is compared with', () => {
  const home = shot('Home', changed);

  test('is the one in the same place among several with its label', () => {
    const homes = [0, 1].map((index) => ({ ...shot('Home', null), index }));
    const { previous, ...view } = viewOf(homes, { base: null }, 1);
    const earlier = homes.map((each) => ({ ...each, url: `earlier-${each.index}` }));
    const both = { ...view, previous: previous && { ...previous, screenshots: earlier } };
    expect(homes.map((each) => counterpartOf(both, each, 'pass')?.image?.url)).toEqual(['earlier-0', 'earlier-1']);
    const one = { ...view, previous: previous && { ...previous, screenshots: earlier.slice(0, 1) } };
    expect(counterpartOf(one, homes[1], 'pass')).toMatchObject({ image: null });
    const less = { ...both, expected_shots: 1, review: { ...view.review, screenshots: homes.slice(0, 1) } };
    expect(missingShots(less)).toEqual(earlier.slice(1));
  });

  test.each<[string, PageView, ('pass' | 'base')[]]>([
    ['nothing on a first pass without a base', viewOf([home], { base: null }), []],
    ['nothing while there is no baseline', viewOf([home], { base: { ...base, kind: 'none' } }), []],
    ['the base on a first pass', viewOf([home]), ['base']],
    ['the previous pass without a base', viewOf([home], { base: null }, 1), ['pass']],
    ['either, the previous pass first', viewOf([home], {}, 1), ['pass', 'base']],
  ])('is %s', (_what, view, sides) => {
    expect(sidesOf(view)).toEqual(sides);
    expect(sideOf(view, null)).toBe(sides[0] ?? null);
    expect(sideOf(view, 'base')).toBe(sides.includes('base') ? 'base' : (sides[0] ?? null));
    expect(counterpartOf(view, home, null) === null).toBe(sides.length === 0);
  });

  test('is found by its label in the pass, and comes with the change against the base', () => {
    const view = viewOf([home, { ...shot('Cart', { ...changed, kind: 'new', before: null }), index: 1 }], {}, 1);
    expect(counterpartOf(view, home, 'pass')?.image?.label).toBe('Home');
    expect(counterpartOf(view, view.review.screenshots[1], 'pass')?.image).toBeNull();
    expect(counterpartOf(view, home, 'base')).toEqual({ image: before, change: changed });
    expect(counterpartOf(view, view.review.screenshots[1], 'base')?.image).toBeNull();
    expect(counterpartOf(view, undefined, 'base')).toBeNull();
  });

  test('is the page of a PDF that it was, under its own label', () => {
    const change: Screenshot['change'] = {
      kind: 'changed',
      share: 0.1,
      diff_url: null,
      areas: [],
      before_label: 'Page 1',
    };
    const isNew = { ...shot('Page 1', null), change: { ...change, kind: 'new' as const, before_label: null } };
    const moved = { ...shot('Page 2', null), index: 1, change };
    const view = viewOf([isNew, moved], {}, 1);
    const pages = view.previous && { ...view.previous, screenshots: [shot('Page 1', null), shot('Page 2', null)] };
    const paired = { ...view, previous: pages };
    expect(counterpartOf(paired, isNew, 'pass')?.image).toBeNull();
    expect(counterpartOf(paired, moved, 'pass')?.image?.label).toBe('Page 1');
    expect(missingShots(paired).map(({ label }) => label)).toEqual(['Page 2']);
  });

  test('has a name', () => {
    expect(nameOf(viewOf([home], {}, 3), 'pass')).toBe('pass 3');
    expect(nameOf(viewOf([home]), 'base')).toBe('main at abc1234');
    expect([titleOf(viewOf([home], {}, 3), 'pass'), titleOf(viewOf([home]), 'base')]).toEqual([
      'Pass 3',
      'main at abc1234',
    ]);
    expect(nameOf(viewOf([home], { base: null }), 'base')).toBe('pass 1');
  });

  test('says that a screenshot is missing there only once that is known', () => {
    const lone = { ...shot('Cart', { ...changed, kind: 'new', before: null }), change: null };
    const view = viewOf([lone], {}, 1);
    expect(whyNothing(view, lone, 'base')).toBe('main at abc1234 has nothing to compare “Cart” with.');
    expect(whyNothing(view, lone, 'pass')).toBe('Not compared yet');
  });

  test('gives the areas that differ; against the base no mark is known to ask for one', () => {
    expect(areasOf(home, 'base')).toEqual([{ ...area, marks: null }]);
    expect(areasOf(home, 'pass')).toEqual([]);
    expect(areasOf(undefined, 'base')).toEqual([]);
  });
});

test('with a base, screenshots that need no look are listed last, and only on request or while one is shown', () => {
  const shots = [
    shot('Cart', identical),
    shot('Home', changed),
    shot('Old', { ...changed, approved_in: approval }),
  ].map((each, index) => ({ ...each, index }));
  const listed = (review: Review, only: boolean, current: number) =>
    listedShots(review, only, current).map(({ label }) => label);
  const { review } = viewOf(shots);
  expect(listed(review, true, 1)).toEqual(['Home']);
  expect(listed(review, true, 2)).toEqual(['Home', 'Old']);
  expect(listed(review, false, 1)).toEqual(['Home', 'Cart', 'Old']);
  // What is marked is not hidden, although it looks as in the base.
  const marked = (status: Mark['status']) => ({ ...review, marks: [{ ...mark, screenshot_index: 0, status }] });
  expect(listed(marked('resolved'), true, 1)).toEqual(['Cart', 'Home']);
  expect(listed(marked('withdrawn'), true, 1)).toEqual(['Home']);
  expect(listed({ ...review, base: { ...base, compared: false } }, true, 0)).toHaveLength(3);
  expect(listed({ ...review, base: null }, true, 0)).toEqual(['Cart', 'Home', 'Old']);
});

test('changes are open until all are compared and each was approved', () => {
  const shots = [shot('Home', changed), shot('Cart', identical), shot('Old', { ...changed, approved_in: approval })];
  const removed = { ...before, label: 'Gone', approved_in: null };
  expect(openChanges(viewOf(shots).review)).toBe(1);
  expect(openChanges(viewOf(shots, { removed_screenshots: [removed] }).review)).toBe(2);
  expect(openChanges(viewOf([shot('Cart', identical)]).review)).toBe(0);
  expect(openChanges(viewOf(shots, { base: { ...base, compared: false } }).review)).toBeNull();
  expect(openChanges(viewOf(shots, { base: null }).review)).toBeNull();
  const all = [...shots, shot('Home', null), shot('Clock', noisy)];
  expect(all.map((each) => needsLook(each))).toEqual([true, false, false, true, false]);
  expect(openChanges(viewOf([shot('Home', changed), shot('Clock', noisy)]).review)).toBe(1);
});

test('who signed in is also asked about what others settled by a link alone', () => {
  const signed = { ...approval, verified_login: 'ada' };
  const byLink = { ...approval, verified_login: null };
  const ruled = (...approvals: (typeof signed | typeof byLink | null)[]) => ({
    ...noisy,
    noise: approvals.map((approved_in) => ({ ...noiseRule, approved_in })),
  });
  const shots = [
    shot('Same', identical),
    shot('Old by link', { ...changed, approved_in: byLink }),
    shot('Old', { ...changed, approved_in: signed }),
    shot('Own clock', ruled(null)),
    shot('Clock by link', ruled(byLink)),
    shot('Clock', ruled(byLink, signed)),
  ].map((each, index) => ({ ...each, index }));
  const { review } = viewOf(shots);
  const asked = ['Old by link', 'Own clock', 'Clock by link'];
  expect(unseenOf(review, new Set(), true).map(({ label }) => label)).toEqual(asked);
  expect(listedShots(review, true, -1, true).map(({ label }) => label)).toEqual(asked);
  expect(unseenOf(review, new Set())).toEqual([]);
});
