import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createUndoing, type Undoing, undoLasts } from '../../../server/web/review/undo.ts';

let undoing: Undoing;
let done: string[];
const texts = () => undoing.toasts.value.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  undoing = createUndoing();
  done = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('undo', () => {
  test('is offered for ten seconds and then disappears', () => {
    undoing.undoable('Mark 1 deleted.', () => done.push('one'));
    vi.advanceTimersByTime(undoLasts - 1);
    expect(texts()).toEqual(['Mark 1 deleted.']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
    expect(undoing.undoLast()).toBe(false);
    expect(done).toEqual([]);
  });

  test('offers several quick actions for ten seconds each, and undoes the newest first', () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      undoing.undoable(name, () => done.push(name));
      vi.advanceTimersByTime(1_000);
    }
    expect(texts()).toEqual(['one', 'two', 'three', 'four', 'five']);
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual(['two', 'three', 'four', 'five']);
    while (undoing.undoLast());
    expect(done).toEqual(['five', 'four', 'three', 'two']);
  });

  test('shows what others did only after what became of the person’s own actions', () => {
    undoing.notify('Your request was not updated.');
    undoing.update('Ola approved.');
    undoing.update('A mark was fixed.');
    expect(texts()).toEqual(['Your request was not updated.']);
    vi.advanceTimersByTime(undoLasts);
    expect(texts()).toEqual(['Ola approved. A mark was fixed.']);
    vi.advanceTimersByTime(undoLasts);
    expect(texts()).toEqual([]);
    undoing.update('The next pass is ready.');
    expect(texts()).toEqual(['The next pass is ready.']);
  });

  test('shows only the newest action, and none whose message is no longer true', () => {
    let there = true;
    undoing.undoable('Mark 1 saved.', () => done.push('one'));
    undoing.undoable(
      'Mark 2 saved.',
      () => done.push('two'),
      () => there,
    );
    expect(undoing.newest()?.text).toBe('Mark 2 saved.');
    there = false;
    expect(undoing.newest()?.text).toBe('Mark 1 saved.');
    expect(undoing.undoLast()).toBe(true);
    expect(undoing.undoLast()).toBe(false);
    expect(done).toEqual(['one']);
  });

  test('ends with a decision; only the person’s own also ends their messages, and none hides what others did', () => {
    for (const own of [false, true]) {
      undoing.undoable('Mark 1 verified.', () => done.push('one'));
      undoing.notify('Your request is updated.');
      undoing.update('Mark 2 was fixed.');
      undoing.decided(own);
      expect(undoing.undoLast()).toBe(false);
      expect(texts()).toEqual(own ? ['Mark 2 was fixed.'] : ['Your request is updated.']);
      vi.advanceTimersByTime(2 * undoLasts);
    }
    expect(done).toEqual([]);
  });

  test('pauses its time while the person is on it, and does not start again from the beginning', () => {
    undoing.undoable('one', () => done.push('one'));
    vi.advanceTimersByTime(6_000);
    undoing.hold();
    undoing.hold();
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['one']);
    undoing.release();
    vi.advanceTimersByTime(3_999);
    expect(texts()).toEqual(['one']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  test('pauses new actions too while the person is on another', () => {
    undoing.undoable('one', () => done.push('one'));
    undoing.hold();
    undoing.undoable('two', () => done.push('two'));
    vi.advanceTimersByTime(60_000);
    undoing.release();
    vi.advanceTimersByTime(undoLasts - 1);
    expect(texts()).toEqual(['one', 'two']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  test('does not pause the next action for ever when the last one disappears under the pointer', () => {
    undoing.undoable('one', () => done.push('one'));
    undoing.hold();
    expect(undoing.undoLast()).toBe(true);
    undoing.undoable('two', () => done.push('two'));
    vi.advanceTimersByTime(undoLasts);
    expect(texts()).toEqual([]);
    expect(done).toEqual(['one']);
  });

  test('skips a note that has no undo, and shows a repeated note once', () => {
    undoing.undoable('one', () => done.push('one'));
    undoing.notify('Offline');
    undoing.notify('Offline');
    expect(texts()).toEqual(['one', 'Offline']);
    expect(undoing.undoLast()).toBe(true);
    expect(done).toEqual(['one']);
    expect(texts()).toEqual(['Offline']);
    undoing.update('Ola approved.');
    undoing.notify('Offline');
    expect(texts()).toEqual(['Offline']);
    vi.advanceTimersByTime(undoLasts);
    expect(texts()).toEqual(['Ola approved.']);
  });
});
