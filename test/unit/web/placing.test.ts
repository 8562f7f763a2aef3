import { beforeEach, describe, expect, test } from 'vitest';
import { screenshot } from '../../../server/contract/examples.ts';
import { createDrafts } from '../../../server/web/marking/drafts.ts';
import type { Place } from '../../../server/web/marking/geometry.ts';
import { placeOn } from '../../../server/web/marking/placing.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { strings } from '../../../server/web/strings.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const other = { ...screenshot, index: 1 };
const box: Place = { kind: 'box', x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
const point: Place = { kind: 'point', x: 1 / 3, y: 0.5 };
const around = { kind: 'box', x: 0.23333, y: 0.45, width: 0.2, height: 0.1 };
const draft = { key: 'draft', markId: null, screenshotIndex: 0, place: box, body: 'Too pale', must_fix: false };

let started: unknown[];
let said: string[];
let controller: Parameters<typeof placeOn>[0];

beforeEach(() => {
  started = [];
  said = [];
  const memory = createMemory(browserStorage);
  const drafts = createDrafts(memory, 'R1');
  controller = {
    ui: createUiState(memory, 'R1', 0),
    drafts,
    changeDraft: drafts.put,
    startDraft: (index, place) => started.push([index, place]),
    announce: (text) => said.push(text),
  };
});

describe('a click on the screenshot', () => {
  test('starts a draft where nothing is being moved', () => {
    placeOn(controller, point, other);
    expect(started).toEqual([[1, point]]);
  });

  test('moves the middle of the mark that is being moved there, with its size', () => {
    const { adjusting } = controller.ui.marking;
    adjusting.value = { key: '1', place: box };
    placeOn(controller, point, other);
    expect(adjusting.value).toEqual({ key: '1', place: around });
    expect(started).toEqual([]);
  });

  test.each([point, { kind: 'box', x: 1 / 3 - 0.01, y: 0.45, width: 0.02, height: 0.1 } as const])(
    'moves the open draft there after “Move”, to another screenshot too: %j',
    (drawn) => {
      const { marking, composing } = controller.ui;
      controller.drafts.put(draft);
      composing.value = draft.key;
      marking.placing.value = true;
      placeOn(controller, drawn, other);
      expect(controller.drafts.find(draft.key)).toEqual({ ...draft, screenshotIndex: 1, place: around });
      expect(said).toEqual([strings.tools.placed]);
      expect([started, marking.placing.value]).toEqual([[], false]);
    },
  );
});
