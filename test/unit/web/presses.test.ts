import { signal } from '@preact/signals';
import { beforeEach, describe, expect, test } from 'vitest';
import { finding, openReview, resolvedMark, suggestion, viewOf } from '../../../server/contract/examples.ts';
import { emptyFields, fieldsOf } from '../../../server/contract/mark-fields.ts';
import { baseOf } from '../../../server/web/marking/conflict.ts';
import { createDrafts } from '../../../server/web/marking/drafts.ts';
import { placeOf } from '../../../server/web/marking/geometry.ts';
import { createMarkActs } from '../../../server/web/marking/mark-actions.ts';
import { createSaving } from '../../../server/web/marking/saving.ts';
import type { ReviewDependencies } from '../../../server/web/review/dependencies.ts';
import { createNavigation } from '../../../server/web/review/navigation.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { createTab } from '../../../server/web/shared/tab.ts';
import type { Mark, PageView } from '../../../server/web/shared/types.ts';
import { strings } from '../../../server/web/strings.ts';
import { createInbox } from '../../../server/web/suggestions/inbox.ts';
import type { Failure } from '../../../server/web/sync/exchange.ts';
import { createOutbox } from '../../../server/web/sync/outbox.ts';
import type { ReviewStore, Written } from '../../../server/web/sync/store.ts';
import { createVerifying } from '../../../server/web/verify/verifying.ts';

const mark: Mark = { ...resolvedMark, id: 1 };
const place = placeOf(mark) ?? { kind: 'point' as const, x: 0, y: 0 };
const first: PageView = viewOf({
  ...openReview,
  marks: [mark],
  findings: [finding],
  suggestions: [suggestion],
});
const settled = () => new Promise((done) => setTimeout(done));

let deps: ReviewDependencies;
let sent: string[];
let inputs: object[];
/** Answers the oldest change that was sent. */
let answer: (written: Written) => Promise<void>;
let offline: boolean;

beforeEach(() => {
  sent = [];
  inputs = [];
  offline = false;
  const waiting: ((written: Written) => void)[] = [];
  answer = async (written) => {
    // The outbox sends asynchronously.
    await settled();
    waiting.shift()?.(written);
    await settled();
  };
  const view = signal<PageView | null>(first);
  const store: ReviewStore = {
    view,
    trouble: signal(null),
    reads: signal(0),
    refresh: async () => undefined,
    sendImage: async () => ({ url: '' }),
    write(name, input) {
      sent.push(name);
      inputs.push(input);
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
  const ui = createUiState(memory, first.review.id, 0);
  const events = { sent: () => undefined, refused: () => undefined, isOpen: () => false };
  const outbox = createOutbox({ store, memory, reviewId: first.review.id, tab, events });
  deps = {
    store: { ...store, write: outbox.write },
    outbox,
    tab,
    ui,
    drafts: createDrafts(memory, first.review.id),
    memory,
    reviewId: first.review.id,
    view: () => view.value ?? first,
    announce: (text) => {
      ui.announcement.value = text;
    },
    notify: ui.undoing.notify,
    undoable: ui.undoing.undoable,
    show: (index) => {
      if (index !== null) ui.shot.value = index;
    },
  };
  return outbox.stop;
});

const inboxOf = ({
  goTo = () => undefined,
  select = () => undefined,
}: {
  goTo?: (index: number) => unknown;
  select?: (mark: Mark) => unknown;
} = {}) => createInbox(deps, goTo, select);
const toasts = () => deps.ui.undoing.toasts.value.map(({ text }) => text);
const answered = (review: Partial<PageView['review']>): Written => ({
  ok: true,
  view: { ...first, review: { ...first.review, ...review } },
});

describe('a second press before the answer arrives', () => {
  test('sends no second verdict', async () => {
    const verifying = createVerifying(deps, () => undefined);
    const both = [verifying.verify(mark), verifying.verify(mark), verifying.reopen(mark, 'Not yet')];
    await answer(answered({ marks: [{ ...mark, status: 'verified' }] }));
    expect((await Promise.all(both)).at(-1)).toBe(false);
    expect(sent).toEqual(['verify_mark']);
    expect(toasts()).toEqual([strings.verify.fixedToast(1, 0)]);
  });

  test('makes no second mark from a finding or a suggestion', async () => {
    const inbox = inboxOf();
    const findings = [
      inbox.acceptFinding(finding),
      inbox.acceptFinding(finding, { must_fix: true }),
      inbox.hideFinding(finding),
    ];
    await answer(answered({ findings: [{ ...finding, status: 'accepted', mark_id: 1 }] }));
    await Promise.all(findings);
    const others = [inbox.dismissSuggestion(suggestion), inbox.acceptSuggestion(suggestion)];
    await answer(answered({ suggestions: [{ ...suggestion, status: 'dismissed' }] }));
    await Promise.all(others);
    expect(sent).toEqual(['accept_finding', 'dismiss_suggestion']);
    expect(toasts()).toEqual([strings.inbox.accepted(1), strings.inbox.suggestionDismissed]);
  });
});

describe('what is selected after', () => {
  const [first, second, third] = [1, 2, 3].map((id): Mark => ({ ...resolvedMark, id }));
  const verified = { ...resolvedMark, status: 'verified' } as const;
  test.each([
    ['a verdict is the next mark to verify', 1, [{ ...verified, id: 1 }, second, third], 2],
    ['the last one is the first that is left', 3, [first, { ...verified, id: 2 }, { ...verified, id: 3 }], 1],
    ['the only one is nothing', 1, [{ ...verified, id: 1 }], null],
  ] as [string, number, Mark[], number | null][])('%s: %#', async (_, id, left, next) => {
    const verifying = createVerifying(deps, (mark) => {
      deps.ui.selected.value = mark.id;
    });
    deps.ui.selected.value = id;
    const done = verifying.verify({ ...resolvedMark, id });
    await answer(answered({ marks: left }));
    await done;
    expect(deps.ui.selected.value).toBe(next);
  });

  test('a suggestion was chosen is that alone, shown where it lies', () => {
    const shown: number[] = [];
    const inbox = inboxOf({ goTo: (index) => shown.push(index) });
    deps.ui.selected.value = 1;
    deps.ui.change.value = { shot: 0, at: 0 };
    inbox.chooseSuggestion(suggestion);
    expect([shown, deps.ui.selected.value, deps.ui.suggestion.value]).toEqual([[0], null, 1]);
    expect(deps.ui.change.value).toBeNull();
    expect(deps.ui.reveal.value).toEqual({ place: { kind: 'point', x: 0.42, y: 0.18 } });
    deps.ui.change.value = { shot: 0, at: 0 };
    inbox.chooseFinding(finding);
    expect([shown, deps.ui.suggestion.value, deps.ui.change.value]).toEqual([[0, 0], null, null]);
    expect(deps.ui.outlined.value).toEqual({ screenshotIndex: 0, area: finding.area, finding: 1 });
    expect(deps.ui.reveal.value).toEqual({ place: { kind: 'box', ...finding.area } });
  });

  test('a finding without an area was chosen is the whole screenshot, and nothing for the whole review', () => {
    const inbox = inboxOf();
    inbox.chooseFinding({ ...finding, area: null });
    expect(deps.ui.outlined.value?.area).toEqual({ x: 0, y: 0, width: 1, height: 1 });
    expect(deps.ui.reveal.value).toBeNull();
    deps.ui.outlined.value = null;
    inbox.chooseFinding({ ...finding, screenshot_index: null });
    expect(deps.ui.outlined.value).toBeNull();
  });
});

test('a mark is sent back with its reason, if there is one', async () => {
  const verifying = createVerifying(deps, () => undefined);
  for (const reason of [' Still pale. ', ' ']) {
    const done = verifying.reopen(resolvedMark, reason);
    await answer(answered({ marks: [] }));
    await done;
  }
  expect(inputs).toEqual([{ mark_id: 1, reason: 'Still pale.' }, { mark_id: 1 }]);
  expect(toasts().at(-1)).toBe('Mark 1 was sent back to be fixed. Nothing left to verify.');
});

test('a mark that is deleted is no longer selected, and is announced when it is restored', async () => {
  const acts = createMarkActs(deps);
  deps.ui.selected.value = 1;
  const deleting = acts.withdraw(resolvedMark);
  await answer(answered({ marks: [{ ...resolvedMark, status: 'withdrawn' }] }));
  await deleting;
  expect([deps.ui.selected.value, toasts()]).toEqual([null, ['Mark 1 deleted.']]);
  const restoring = acts.restore(1);
  await answer(answered({}));
  await restoring;
  expect(deps.ui.announcement.value).toBe('Mark 1 restored.');
  const refusing = acts.withdraw({ ...resolvedMark, id: 2 });
  await answer({ ok: false, failure: { kind: 'refused', message: 'It is over.' } });
  await refusing;
  expect(toasts().at(-1)).toBe('It is over. Your text is saved.');
});

test('a finding that is back on the page is accepted before the answer to its return', async () => {
  const inbox = inboxOf();
  const both = [inbox.restoreFinding({ ...finding, status: 'hidden' }), inbox.acceptFinding(finding)];
  await answer(answered({}));
  await answer(answered({ findings: [{ ...finding, status: 'accepted', mark_id: 1 }] }));
  await Promise.all(both);
  expect(sent).toEqual(['restore_finding', 'accept_finding']);
});

test('accepting offline shows that the change is kept, and does not name a mark that does not exist yet', async () => {
  offline = true;
  const chosen: Mark[] = [];
  const inbox = inboxOf({ select: (mark) => chosen.push(mark) });
  expect(await inbox.acceptFinding(finding)).toBe(true);
  expect(await inbox.acceptSuggestion(suggestion)).toBe(true);
  expect(toasts()).toEqual([strings.live.outbox.kept, strings.live.outbox.kept]);
  expect(chosen).toEqual([]);
});

test('text typed while a new mark is saved stays in the composer, as a change of that mark', async () => {
  const saveDraft = createSaving(deps, () => undefined);
  const draft = { key: 'client-mark', markId: null, screenshotIndex: 0, place, ...emptyFields };
  deps.drafts.put({ ...draft, body: 'Too pale' });
  deps.ui.composing.value = draft.key;
  const placing = saveDraft();
  deps.drafts.put({ ...draft, body: 'Too pale to read' });
  const placed: Mark = { ...mark, id: 2, status: 'open', must_fix: false, body: 'Too pale' };
  await answer(answered({ marks: [mark, placed] }));
  await placing;
  expect(deps.ui.composing.value).toBe(draft.key);
  expect(deps.drafts.find(draft.key)).toMatchObject({ markId: 2, body: 'Too pale to read' });
  const editing = saveDraft();
  await answer(answered({ marks: [mark, { ...placed, body: 'Too pale to read' }] }));
  await editing;
  expect(sent).toEqual(['place_mark', 'edit_mark']);
  expect([deps.ui.composing.value, deps.drafts.all.value]).toEqual([null, []]);
});

test('opening a mark on another screenshot closes the composer, so that its text is among the drafts', () => {
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  const { select } = createNavigation(deps, close, () => 'all');
  select({ ...mark, screenshot_index: 0 });
  expect(closed).toBe(0);
  select({ ...mark, screenshot_index: 1 });
  expect(closed).toBe(1);
  expect(deps.ui.shot.value).toBe(1);
});

test('undo does not overwrite a move that another has made since', async () => {
  const acts = createMarkActs(deps);
  const moving = acts.moveMark(mark, { kind: 'point', x: 0.5, y: 0.5 });
  const there: Mark = { ...mark, kind: 'point', x: 0.5, y: 0.5, width: null, height: null };
  await answer(answered({ marks: [there] }));
  await moving;
  deps.store.view.value = { ...first, review: { ...first.review, marks: [{ ...there, x: 0.9 }] } };
  expect(deps.ui.undoing.undoLast()).toBe(true);
  await settled();
  expect(sent).toEqual(['edit_mark']);
  expect(toasts()).toEqual([strings.live.undone.nothing(1)]);
});

describe('a move of a mark that somebody has changed meanwhile', () => {
  const refusal = { kind: 'conflict', message: 'The review has been decided.' } as const;
  const move = async (change: Partial<Mark>, failure: Failure) => {
    void createMarkActs(deps).moveMark(mark, { kind: 'point', x: 0.5, y: 0.5 });
    deps.store.view.value = { ...first, review: { ...first.review, marks: [{ ...mark, ...change }] } };
    await answer({ ok: false, failure });
  };
  const later = '2030-01-01T00:00:00.000Z';

  test('is sent again where only its status has changed', async () => {
    await move({ status: 'resolved', updated_at: later }, refusal);
    await answer(answered({}));
    expect(inputs).toMatchObject([{ x: 0.5 }, { x: 0.5, after_update: later }]);
    expect(toasts()).toEqual([strings.live.moved(1)]);
  });

  test.each([
    [{ x: 0.9, updated_at: later }, refusal, strings.live.movedElsewhere(1)],
    [{ body: 'Theirs', updated_at: later }, refusal, strings.live.movedElsewhere(1)],
    [{ status: 'verified' as const, updated_at: later }, refusal, strings.live.movedElsewhere(1)],
    [{}, refusal, strings.failure.conflict(refusal.message)],
    [{ updated_at: later }, { kind: 'missing' } as const, strings.failure.missing],
  ])('is not sent again otherwise: %j, %j', async (change, failure, sentence) => {
    await move(change, failure);
    expect(sent).toEqual(['edit_mark']);
    expect(toasts()).toEqual([sentence]);
  });
});

test('undo does not overwrite an edit that another has made since', async () => {
  const saveDraft = createSaving(deps, () => undefined);
  deps.drafts.put({
    key: 'edit-1',
    markId: 1,
    screenshotIndex: 0,
    place,
    ...fieldsOf(mark),
    body: 'Mine',
    base: baseOf(mark),
  });
  deps.ui.composing.value = 'edit-1';
  const saving = saveDraft();
  await answer(answered({ marks: [{ ...mark, body: 'Mine' }] }));
  await saving;
  expect(toasts()).toEqual([strings.live.edited(1)]);
  deps.store.view.value = { ...first, review: { ...first.review, marks: [{ ...mark, body: 'Theirs' }] } };
  expect(deps.ui.undoing.undoLast()).toBe(true);
  await settled();
  expect(sent).toEqual(['edit_mark']);
  expect(toasts()).toEqual([strings.live.undone.nothing(1)]);
});
