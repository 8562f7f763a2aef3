import { beforeEach, expect, test } from 'vitest';
import { screenshot, secondPass, viewOf } from '../../../server/contract/examples.ts';
import { createChangeSteps } from '../../../server/web/compare/change-steps.ts';
import type { ReviewDependencies } from '../../../server/web/review/dependencies.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import type { Screenshot } from '../../../server/web/shared/types.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

type Area = NonNullable<Screenshot['change']>['areas'][number];
const area: Area = { x: 0.1, y: 0.2, width: 0.3, height: 0.1, kind: 'changed', share: 0.03, causes: [], marks: [] };
const other: Area = { ...area, y: 0.6, kind: 'added', share: 0.5, marks: [1, 2] };
const shot = (index: number, areas: Area[]): Screenshot => ({
  ...screenshot,
  index,
  change: { before_label: screenshot.label, kind: 'changed', share: 0.1, diff_url: null, areas },
});
const view = viewOf({ ...secondPass, screenshots: [shot(0, [area, other]), shot(1, [area]), shot(2, [])] });

let did: unknown[];
let deps: ReviewDependencies;
let steps: ReturnType<typeof createChangeSteps>;

beforeEach(() => {
  did = [];
  const storage = browserStorage();
  const memory = createMemory(() => storage);
  deps = {
    ui: createUiState(memory, 'R1', 0),
    memory,
    view: () => view,
    announce: (text: string) => did.push(text),
    show: (index: number, place: object) => did.push([index, place]),
  } as unknown as ReviewDependencies;
  steps = createChangeSteps(deps, () => did.push('close'));
});

test('a change is selected, scrolled to and announced, with the marks it touches', () => {
  deps.ui.selected.value = 1;
  steps.showChange(0, 1);
  expect(deps.ui.change.value).toEqual({ shot: 0, at: 1 });
  expect(deps.ui.selected.value).toBeNull();
  expect(did).toEqual([
    [0, { ...other, kind: 'box' }],
    'Change 2 of 2: added, 50 % of the screenshot, at mark 1, mark 2',
  ]);
});

test('a change on another screenshot closes the composer, and the list on a phone', () => {
  deps.ui.sheet.value = 'half';
  steps.showChange(1, 0);
  expect(did[0]).toBe('close');
  expect(deps.ui.sheet.value).toBe('half');
  deps.ui.phone.value = true;
  steps.showChange(1, 0);
  expect(deps.ui.sheet.value).toBe('peek');
});

test('there is nothing to show where nothing changed', () => {
  steps.showChange(0, 2);
  steps.showChange(9, 0);
  deps.ui.shot.value = 2;
  steps.stepChange(1);
  expect([did, deps.ui.change.value]).toEqual([[], null]);
});

test('stepping goes on from the selected change of this screenshot', () => {
  const stepped = (by: 1 | -1) => {
    steps.stepChange(by);
    return deps.ui.change.value;
  };
  expect([stepped(1), stepped(1), stepped(1), stepped(-1)].map((change) => change?.at)).toEqual([0, 1, 0, 1]);
  // One that is selected on another screenshot does not count.
  deps.ui.change.value = { shot: 1, at: 0 };
  expect(stepped(-1)).toEqual({ shot: 0, at: 1 });
});

test('the choice of outlines and of notes is kept on the device', () => {
  const kept = () => {
    const { outlines, notices } = createUiState(deps.memory, 'R2', 0);
    return [outlines.value, notices.value];
  };
  expect(kept()).toEqual([false, null]);
  steps.toggleOutlines();
  steps.showNotices(false);
  expect([deps.ui.outlines.value, deps.ui.notices.value, ...kept()]).toEqual([true, false, true, false]);
  steps.toggleOutlines();
  steps.showNotices(true);
  expect(kept()).toEqual([false, true]);
});
