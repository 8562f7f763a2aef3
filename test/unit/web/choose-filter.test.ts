import { beforeEach, expect, test } from 'vitest';
import { mark, openReview, viewOf } from '../../../server/contract/examples.ts';
import { chooseFilter, filterAfter } from '../../../server/web/marking/choose-filter.ts';
import type { Filter } from '../../../server/web/marking/filter.ts';
import type { ReviewController } from '../../../server/web/review/controller.ts';
import { createNavigation } from '../../../server/web/review/navigation.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const marks = [
  { ...mark, id: 1, screenshot_index: 0, status: 'open' as const, must_fix: false },
  { ...mark, id: 2, screenshot_index: 1, status: 'open' as const, must_fix: true },
  { ...mark, id: 3, screenshot_index: 0, status: 'reopened' as const, must_fix: true },
];

let controller: Pick<ReviewController, 'ui' | 'view' | 'memory' | 'announce'>;
let announced: string[];
beforeEach(() => {
  const storage = browserStorage();
  const memory = createMemory(() => storage);
  announced = [];
  const view = { ...viewOf(openReview), review: { ...openReview, marks } };
  controller = {
    ui: createUiState(memory, 'R1', 0),
    view: () => view,
    memory,
    announce: (text) => void announced.push(text),
  };
});

test('L goes through the filters that list a mark, and back to all', () => {
  const order: Filter[] = [];
  for (let press = 0; press < 4; press += 1) {
    chooseFilter(controller, filterAfter(controller));
    order.push(controller.ui.filter.value as Filter);
  }
  // Nothing is to be verified.
  expect(order).toEqual(['shot', 'must', 'open', 'all']);
  expect(announced[0]).toBe('On this screenshot: 2 of 3 marks listed.');
  expect(controller.memory.get('mark-filter')).toBe('all');
});

test.each<[Filter, number[]]>([
  ['all', [1, 2, 3, 1]],
  ['must', [2, 3, 2, 3]],
  ['verify', []],
])('N and P follow the filter %s', (filter, expected) => {
  const visited: number[] = [];
  const { ui, view } = controller;
  const show = () => void visited.push(ui.selected.value ?? 0);
  const deps = { ui, view, show, reviewId: 'R1', announce: () => {} } as unknown as Parameters<
    typeof createNavigation
  >[0];
  const { stepMark } = createNavigation(
    deps,
    () => {},
    () => filter,
  );
  for (let press = 0; press < 4; press += 1) stepMark(1);
  expect(visited).toEqual(expected);
});
