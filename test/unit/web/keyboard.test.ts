import { beforeEach, describe, expect, test } from 'vitest';
import { openReview, rejectedReview, resolvedMark, secondPass, viewOf } from '../../../server/contract/examples.ts';
import type { ReviewController } from '../../../server/web/review/controller.ts';
import { listenToKeys } from '../../../server/web/review/keyboard.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { typing } from '../../../server/web/screenshots/stage-keys.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import type { PageView } from '../../../server/web/shared/types.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

class Key extends Event {
  readonly key: string;
  readonly ctrlKey = false;
  readonly metaKey = false;
  readonly altKey = false;
  readonly shiftKey = false;
  readonly isComposing = false;

  constructor(type: string, key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>>) {
    super(type, { cancelable: true });
    this.key = key;
    Object.assign(this, held);
  }
}

let page: EventTarget;
let view: PageView;
let done: string[];
let controller: ReviewController;
let stop: () => void;
let canUndo: boolean;

beforeEach(() => {
  page = new EventTarget();
  view = viewOf(secondPass);
  done = [];
  canUndo = true;
  const did = (what: string) => void done.push(what);
  const memory = createMemory(browserStorage);
  const ui = createUiState(memory, 'R1', 0);
  ui.undoing.undoLast = () => canUndo;
  controller = {
    ui,
    view: () => view,
    memory,
    counts: () => ({ mustFix: 0, outstanding: view.review.outstanding_marks, unsent: 0, toVerify: 0, unseen: 0 }),
    guest: null,
    stepShot: (by: number) => did(`screenshot ${by}`),
    stepMark: (by: number) => did(`mark ${by}`),
    stepChange: (by: number) => did(`change ${by}`),
    toggleOutlines: () => did('outlines'),
    reviewer: {
      editMark: ({ id }: { id: number }) => did(`edit ${id}`),
      verify: async ({ id }: { id: number }) => did(`verify ${id}`),
      askWhy: (mark?: { id: number }) => did(`reopen ${mark?.id}`),
    },
    closeComposer: () => did('close'),
    announce: () => undefined,
    copyLink: () => did('copy'),
    toggleMarks: () => did('hide'),
  } as unknown as ReviewController;
  stop = listenToKeys(controller, page as Window);
});

/** Returns whether the page took the key. */
const press = (key: string, held: ConstructorParameters<typeof Key>[2] = {}): boolean =>
  !page.dispatchEvent(new Key('keydown', key, held));
const release = (key: string): void => void page.dispatchEvent(new Key('keyup', key, {}));

describe('a key', () => {
  test.each([
    ['j', 'screenshot 1'],
    ['K', 'screenshot -1'],
    ['n', 'mark 1'],
    ['p', 'mark -1'],
    ['.', 'change 1'],
    [',', 'change -1'],
    ['c', 'outlines'],
    ['v', 'verify 1'],
    ['r', 'reopen 1'],
    ['Y', 'copy'],
    ['h', 'hide'],
  ])('%s does: %s', (key, what) => {
    expect([press(key), done]).toEqual([true, [what]]);
  });

  test('changes what is shown', () => {
    const { ui } = controller;
    const shown = () => [ui.zoom.value, ui.crosshair.value, ui.left.value, ui.right.value, ui.dialog.value];
    for (const key of ['f', 'm', '[', ']']) expect(press(key)).toBe(true);
    expect(shown()).toEqual(['fit', true, false, false, null]);
    press('F', { shiftKey: true });
    expect(ui.zoom.value).toBe('whole');
    press('F');
    expect(ui.zoom.value).toBe('fit');
    press('+');
    expect(ui.zoom.value).toBe(1.25);
    press('-');
    expect(ui.zoom.value).toBe(0.9);
    press('0');
    expect(ui.zoom.value).toBe(1);
    press('?');
    expect(ui.dialog.value).toEqual({ kind: 'help' });
  });

  test.each([
    ['1', 'now'],
    ['2', 'side'],
    ['3', 'swipe'],
    ['4', 'diff'],
    ['5', 'onion'],
    ['6', 'blink'],
  ])('%s compares with the previous pass: %s', (key, mode) => {
    controller.ui.mode.value = key === '1' ? 'diff' : 'now';
    expect([press(key), controller.ui.mode.value]).toEqual([true, mode]);
  });

  test('X chooses whether the same content faces the same content, while comparing', () => {
    const { compare, mode } = controller.ui;
    for (const way of ['now', 'diff'] as const) {
      mode.value = way;
      expect([press('x'), compare.aligned.value]).toEqual([false, true]);
    }
    for (const way of ['side', 'swipe', 'onion', 'blink'] as const) {
      mode.value = way;
      expect([press('x'), compare.aligned.value]).toEqual([true, false]);
      expect([press('x'), compare.aligned.value]).toEqual([true, true]);
    }
  });

  test.each(['2', 'b', '.', ',', 'c', 'v', 'r', 'w', 'e', 'x', 'Shift'])(
    '%s is left to the browser where it means nothing',
    (key) => {
      view = viewOf(openReview);
      expect([press(key), done, controller.ui.mode.value]).toEqual([false, [], 'now']);
    },
  );

  test('that marks or decides means nothing on a pass that is over', () => {
    view = { ...view, can: { mark: false, decide: false, change_mind: false, verify: false, reply: false } };
    controller.ui.selected.value = 1;
    for (const key of ['m', 'd', 'w', 'v', 'r']) expect([key, press(key)]).toEqual([key, false]);
    expect([done, controller.ui.dialog.value, controller.ui.crosshair.value]).toEqual([[], null, false]);
  });

  test('that verifies is about the selected mark, else the first in the queue', () => {
    const other = { ...resolvedMark, id: 2 };
    const open = { ...resolvedMark, id: 3, status: 'open' as const };
    view = viewOf({ ...secondPass, marks: [resolvedMark, other, open] });
    controller.ui.selected.value = 2;
    press('r');
    controller.ui.selected.value = 3;
    press('r');
    expect(done).toEqual(['reopen 2', 'reopen 1']);
  });

  test('that is held gives one verdict', () => {
    press('v');
    press('v');
    expect(done).toEqual(['verify 1']);
    release('x');
    press('v');
    expect(done).toEqual(['verify 1']);
    release('V');
    press('v');
    expect(done).toEqual(['verify 1', 'verify 1']);
  });

  test('shows the previous pass as long as it is held, or the page has the focus', () => {
    const { peek } = controller.ui.compare;
    expect([press('b'), peek.value]).toEqual([true, true]);
    release('x');
    expect(peek.value).toBe(true);
    release('b');
    expect(peek.value).toBe(false);
    press('b');
    page.dispatchEvent(new Event('blur'));
    expect(peek.value).toBe(false);
  });

  test('W edits the selected mark, and E the chosen suggestion of a guest', () => {
    expect(press('w')).toBe(false);
    controller.ui.selected.value = 1;
    expect([press('w'), done]).toEqual([true, ['edit 1']]);
    expect(press('e')).toBe(false);
    for (const edits of [true, false]) {
      Object.assign(controller, { guest: { editChosen: () => edits } });
      expect(press('e')).toBe(edits);
    }
  });

  test('L is left to the browser on a guest’s page, whose list has no filter', () => {
    Object.assign(controller, { guest: {} });
    expect(press('l')).toBe(false);
  });

  test.each([
    [viewOf(openReview), 'approved'],
    [viewOf({ ...openReview, outstanding_marks: 1 }), 'changes_requested'],
    [viewOf(rejectedReview), 'approved'],
  ])('D opens the dialog with the likely outcome: %#', (given, outcome) => {
    view = given;
    expect([press('d'), controller.ui.dialog.value]).toEqual([true, { kind: 'decide', outcome }]);
  });
});

test('of all letters, only D opens a dialog', () => {
  const opening = Array.from('abcdefghijklmnopqrstuvwxyz').filter((key) => {
    press(key);
    release(key);
    const { kind } = controller.ui.dialog.value ?? {};
    controller.ui.dialog.value = null;
    return kind !== undefined;
  });
  expect(opening).toEqual(['d']);
});

describe('Escape closes one thing at a time', () => {
  test('from the composer to the selected mark', () => {
    const { ui } = controller;
    const area = { x: 0, y: 0, width: 1, height: 1 };
    ui.selected.value = 1;
    ui.change.value = { shot: 0, at: 0 };
    ui.suggestion.value = 1;
    ui.outlined.value = { screenshotIndex: 0, area };
    ui.composing.value = 'draft';
    press('Escape');
    expect(done).toEqual(['close']);
    ui.composing.value = null;
    const left = () => [ui.outlined, ui.suggestion, ui.change, ui.selected].map(({ value }) => value !== null);
    const steps = [1, 2, 3, 4].map(() => {
      press('Escape');
      return left();
    });
    expect(steps).toEqual([
      [false, true, true, true],
      [false, false, true, true],
      [false, false, false, true],
      [false, false, false, false],
    ]);
  });
});

test.each([
  [null, false],
  [{}, false],
  [{ tagName: 'DIV', isContentEditable: false }, false],
  [{ tagName: 'DIV', isContentEditable: true }, true],
  [{ tagName: 'TEXTAREA', type: 'textarea' }, true],
  [{ tagName: 'SELECT', type: 'select-one' }, true],
  [{ tagName: 'INPUT', type: 'text' }, true],
  [{ tagName: 'INPUT', type: 'password' }, true],
  [{ tagName: 'INPUT', type: 'checkbox' }, false],
  [{ tagName: 'INPUT', type: 'radio' }, false],
  [{ tagName: 'BUTTON', type: 'button' }, false],
])('a key types text in %j: %s', (target, types) => {
  expect(typing(target as EventTarget | null)).toBe(types);
});

describe('keys are left alone', () => {
  test('while a dialog is open, and where single keys are turned off', () => {
    controller.ui.dialog.value = { kind: 'help' };
    expect(press('j')).toBe(false);
    controller.ui.dialog.value = null;
    controller.ui.singleKeys.value = false;
    expect([press('j'), done]).toEqual([false, []]);
  });

  test('with Ctrl, ⌘ or Alt, but for undo', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const) expect(press('j', { [held]: true })).toBe(false);
    expect(done).toEqual([]);
    expect([press('z', { ctrlKey: true }), press('Z', { metaKey: true })]).toEqual([true, true]);
    expect([press('z'), press('z', { ctrlKey: true, shiftKey: true })]).toEqual([false, false]);
    canUndo = false;
    expect(press('z', { ctrlKey: true })).toBe(false);
  });

  test('once the page has gone', () => {
    stop();
    expect([press('j'), done]).toEqual([false, []]);
  });
});
