import { signal } from '@preact/signals';
import { beforeEach, describe, expect, test } from 'vitest';
import { finding, openReview, resolvedMark, suggestion, viewOf } from '../../../server/contract/examples.ts';
import { placeOf } from '../../../server/web/mark/geometry.ts';
import type { Around } from '../../../server/web/review/around.ts';
import { baseOf } from '../../../server/web/review/conflict.ts';
import { createDrafts } from '../../../server/web/review/drafts.ts';
import { createInbox } from '../../../server/web/review/inbox.ts';
import { createMarkActs } from '../../../server/web/review/mark-acts.ts';
import { createMemory } from '../../../server/web/review/memory.ts';
import { createNavigation } from '../../../server/web/review/navigation.ts';
import { createOutbox } from '../../../server/web/review/outbox.ts';
import { createSaving } from '../../../server/web/review/saving.ts';
import { createScreen } from '../../../server/web/review/screen.ts';
import type { ReviewStore, Written } from '../../../server/web/review/store.ts';
import { createTab } from '../../../server/web/review/tab.ts';
import type { Mark, ReviewerView } from '../../../server/web/review/types.ts';
import { createVerifying } from '../../../server/web/review/verifying.ts';
import { strings } from '../../../server/web/strings.ts';

const first: ReviewerView = viewOf({
  ...openReview,
  marks: [{ ...resolvedMark, id: 1 }],
  findings: [finding],
  suggestions: [suggestion],
});
const settled = () => new Promise((done) => setTimeout(done));
const marks = () => around.view().review.marks;

let around: Around;
let sent: string[];
/** Answers the oldest change that was sent. */
let answer: (written: Written) => Promise<void>;
let offline: boolean;

beforeEach(() => {
  sent = [];
  offline = false;
  const waiting: ((written: Written) => void)[] = [];
  answer = async (written) => {
    // The outbox sends a moment later.
    await settled();
    waiting.shift()?.(written);
    await settled();
  };
  const view = signal<ReviewerView | null>(first);
  const store: ReviewStore = {
    view,
    trouble: signal(null),
    reads: signal(0),
    refresh: async () => undefined,
    write(name) {
      sent.push(name);
      if (offline) return Promise.resolve({ ok: false, failure: { kind: 'offline' } });
      return new Promise((resolve) => {
        waiting.push((written) => {
          if (written.ok) view.value = written.view;
          resolve(written);
        });
      });
    },
    watch: () => () => undefined,
  };
  const memory = createMemory(() => {
    throw new Error('keeps nothing');
  });
  const tab = createTab(undefined, 'this');
  const screen = createScreen(memory, first.review.id, 0);
  const events = { sent: () => undefined, refused: () => undefined, isOpen: () => false };
  const outbox = createOutbox({ store, memory, reviewId: first.review.id, tab, events });
  around = {
    store: { ...store, write: outbox.write },
    outbox,
    tab,
    screen,
    drafts: createDrafts(memory, first.review.id),
    memory,
    reviewId: first.review.id,
    view: () => view.value ?? first,
    announce: (text) => {
      screen.announcement.value = text;
    },
    tell: screen.undoing.tell,
    undoable: screen.undoing.undoable,
    show: (index) => {
      if (index !== null) screen.shot.value = index;
    },
  };
  return outbox.stop;
});

const toasts = () => around.screen.undoing.toasts.value.map(({ text }) => text);
const answered = (review: Partial<ReviewerView['review']>): Written => ({
  ok: true,
  view: { ...first, review: { ...first.review, ...review } },
});

describe('a second press before the answer', () => {
  test('is no second verdict, and none that is refused', async () => {
    const verifying = createVerifying(around, () => undefined);
    const [mark] = marks();
    if (mark === undefined) throw new Error('There is no mark.');
    const both = [verifying.verify(mark), verifying.verify(mark), verifying.reopen(mark, 'Not yet')];
    await answer(answered({ marks: [{ ...mark, status: 'verified' }] }));
    expect((await Promise.all(both)).at(-1)).toBe(false);
    expect(sent).toEqual(['verify_mark']);
    expect(toasts()).toEqual([strings.verify.fixedToast(1, 0)]);
  });

  test('makes no second mark of a hint or a suggestion', async () => {
    const inbox = createInbox(
      around,
      () => undefined,
      () => undefined,
    );
    const hints = [inbox.acceptHint(finding), inbox.acceptHint(finding, { must_fix: true }), inbox.hideHint(finding)];
    await answer(answered({ findings: [{ ...finding, status: 'accepted', mark_id: 1 }] }));
    await Promise.all(hints);
    const others = [inbox.dismissSuggestion(suggestion), inbox.acceptSuggestion(suggestion)];
    await answer(answered({ suggestions: [{ ...suggestion, status: 'dismissed' }] }));
    await Promise.all(others);
    expect(sent).toEqual(['accept_finding', 'dismiss_suggestion']);
    expect(toasts()).toEqual([strings.inbox.hintAccepted(1), strings.inbox.suggestionDismissed]);
  });
});

test('what is accepted offline is said to be kept, and no mark is named that is not there', async () => {
  offline = true;
  const chosen: Mark[] = [];
  const inbox = createInbox(
    around,
    () => undefined,
    (mark) => chosen.push(mark),
  );
  expect(await inbox.acceptHint(finding)).toBe(true);
  expect(await inbox.acceptSuggestion(suggestion)).toBe(true);
  expect(toasts()).toEqual([strings.live.outbox.kept, strings.live.outbox.kept]);
  expect(chosen).toEqual([]);
});

test('going to a mark on another shot closes the composer, so that its words are among the drafts', () => {
  let closed = 0;
  const { select } = createNavigation(around, () => {
    closed += 1;
  });
  const [mark] = marks();
  if (mark === undefined) throw new Error('There is no mark.');
  select({ ...mark, screenshot_index: 0 });
  expect(closed).toBe(0);
  select({ ...mark, screenshot_index: 1 });
  expect(closed).toBe(1);
  expect(around.screen.shot.value).toBe(1);
});

test('a move is not undone over what another has moved since', async () => {
  const acts = createMarkActs(around);
  const [mark] = marks();
  if (mark === undefined) throw new Error('There is no mark.');
  const moving = acts.moveMark(mark, { kind: 'point', x: 0.5, y: 0.5 });
  const there: Mark = { ...mark, kind: 'point', x: 0.5, y: 0.5, width: null, height: null };
  await answer(answered({ marks: [there] }));
  await moving;
  around.store.view.value = { ...first, review: { ...first.review, marks: [{ ...there, x: 0.9 }] } };
  expect(around.screen.undoing.undoLast()).toBe(true);
  await settled();
  expect(sent).toEqual(['edit_mark']);
  expect(toasts()).toEqual([strings.live.undone.nothing(1)]);
});

test('an edit is not undone over what another has written since', async () => {
  const { saveDraft } = createSaving(around, () => undefined);
  const [mark] = marks();
  const place = mark === undefined ? null : placeOf(mark);
  if (mark === undefined || mark.screenshot_index === null || place === null) throw new Error('There is no mark.');
  const { must_fix: mustFix, screenshot_index: screenshotIndex } = mark;
  around.drafts.put({ key: 'edit-1', markId: 1, screenshotIndex, place, body: 'Mine', mustFix, base: baseOf(mark) });
  around.screen.composing.value = 'edit-1';
  const saving = saveDraft();
  await answer(answered({ marks: [{ ...mark, body: 'Mine' }] }));
  await saving;
  expect(toasts()).toEqual([strings.live.edited(1)]);
  around.store.view.value = { ...first, review: { ...first.review, marks: [{ ...mark, body: 'Theirs' }] } };
  expect(around.screen.undoing.undoLast()).toBe(true);
  await settled();
  expect(sent).toEqual(['edit_mark']);
  expect(toasts()).toEqual([strings.live.undone.nothing(1)]);
});
