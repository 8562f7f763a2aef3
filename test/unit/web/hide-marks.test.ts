import { beforeEach, expect, test } from 'vitest';
import { toggleMarks } from '../../../server/web/marking/hide-marks.tsx';
import { createUiState, type UiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const place = { kind: 'point', x: 0, y: 0 } as const;
let ui: UiState;
let said: string[];
const toggle = () => toggleMarks({ ui, announce: (text) => void said.push(text) });

beforeEach(() => {
  ui = createUiState(createMemory(browserStorage), 'R1', 0);
  said = [];
});

test('marks are hidden until the same key shows them, and both are announced', () => {
  toggle();
  expect(ui.marksHidden.value).toBe(true);
  toggle();
  expect(ui.marksHidden.value).toBe(false);
  expect(said).toEqual(['Marks are hidden. Press H to show them.', 'Marks are shown.']);
});

test.each([
  ['a mark is selected again', () => (ui.reveal.value = { place })],
  ['a mark is placed', () => (ui.composing.value = 'new')],
])('marks show again when %s, but a change shows without them', (_when, act) => {
  ui.selected.value = 1;
  ui.composing.value = 'begun';
  toggle();
  ui.composing.value = null;
  ui.change.value = { shot: 0, at: 0 };
  ui.reveal.value = { place };
  ui.reveal.value = null;
  ui.change.value = null;
  expect(ui.marksHidden.value).toBe(true);
  act();
  expect([ui.marksHidden.value, said.at(-1)]).toEqual([false, 'Marks are shown.']);
});
