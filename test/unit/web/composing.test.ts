import { beforeEach, describe, expect, test } from 'vitest';
import { mark, openReview, viewOf } from '../../../server/contract/examples.ts';
import { createComposing } from '../../../server/web/marking/composing.ts';
import { baseOf } from '../../../server/web/marking/conflict.ts';
import { createDrafts, type Draft } from '../../../server/web/marking/drafts.ts';
import type { createOpenDraft } from '../../../server/web/marking/open-draft.ts';
import type { ReviewDependencies } from '../../../server/web/review/dependencies.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import type { Mark } from '../../../server/web/shared/types.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const place = { kind: 'box', x: 0.6875, y: 0.5514, width: 0.1875, height: 0.0224 } as const;
const words = { body: mark.body, must_fix: true, strokes: [], reference_image_url: null, screenshotIndex: 0, place };
const draft: Draft = { key: 'edit-1-this', markId: 1, ...words, base: baseOf(mark) };

let marks: Mark[];
let opened: Draft[];
let changed: Draft[];
let composed: Draft[];
let said: string[];
let unsent: string[];
let deps: ReviewDependencies;
let composing: ReturnType<typeof createComposing>;

beforeEach(() => {
  [marks, opened, changed, composed, said, unsent] = [[mark], [], [], [], [], []];
  const storage = browserStorage();
  const memory = createMemory(() => storage);
  deps = {
    ui: createUiState(memory, 'R1', 0),
    drafts: createDrafts(memory, 'R1'),
    memory,
    outbox: { unsend: (key: string) => unsent.push(key) },
    tab: { id: 'this' },
    view: () => viewOf({ ...openReview, marks }),
    announce: (text: string) => said.push(text),
  } as unknown as ReviewDependencies;
  composing = createComposing(deps, {
    openDraft: (each: Draft) => opened.push(each),
    changeDraft: (each: Draft) => changed.push(each),
    compose: (each: Draft) => composed.push(each),
  } as unknown as ReturnType<typeof createOpenDraft>);
});

describe('editing a mark', () => {
  test('opens a draft of it, which knows what it was based on', () => {
    composing.editMark(mark);
    expect([opened, deps.ui.selected.value]).toEqual([[draft], 1]);
  });

  test('continues the draft that was begun', () => {
    const begun = { ...draft, key: 'edit-1-other', body: 'Begun' };
    deps.drafts.put(begun);
    composing.editMark(mark);
    expect(opened).toEqual([begun]);
  });

  const settled = [{ status: 'verified' }, { status: 'withdrawn' }] as const;
  test.each([{ x: null }, { screenshot_index: null }, ...settled])(
    'does nothing where it has no place or is settled: %j',
    (more) => {
      composing.editMark({ ...mark, ...more });
      expect([opened, deps.ui.selected.value]).toEqual([[], null]);
    },
  );
});

describe('after somebody changed the mark meanwhile', () => {
  const mine = { ...draft, body: 'Mine' };
  const theirs: Mark = { ...mark, body: 'Theirs', must_fix: false, x: 0.1, updated_at: '2030-01-01T00:00:00.000Z' };

  test('mine is kept as a change of theirs', async () => {
    marks = [theirs];
    await composing.keepMine(mine);
    expect(changed).toEqual([{ ...mine, base: baseOf(theirs) }]);
  });

  test('theirs is taken into the draft', () => {
    marks = [theirs];
    composing.takeTheirs(mine);
    const taken = { body: 'Theirs', must_fix: false, place: { ...place, x: 0.1 } };
    expect(changed).toEqual([{ ...mine, ...taken, base: baseOf(theirs) }]);
    expect(said).toEqual(['Their version is shown now.']);
  });

  test('nothing is taken from a mark that is missing or has no place', async () => {
    for (const left of [[], [{ ...theirs, y: null }], [{ ...theirs, screenshot_index: null }]]) {
      marks = left;
      composing.takeTheirs(mine);
    }
    marks = [];
    await composing.keepMine(mine);
    expect([changed, said]).toEqual([[], []]);
  });

  test('the text about a deleted mark becomes a new mark', () => {
    deps.drafts.put(mine);
    composing.makeNewMark(mine);
    const { base: _, ...rest } = mine;
    expect(composed).toEqual([{ ...rest, key: expect.any(String), markId: null }]);
    expect(composed[0]?.key).not.toBe(mine.key);
    expect([unsent, deps.drafts.all.value]).toEqual([[mine.key], []]);
  });
});
