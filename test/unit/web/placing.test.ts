import { beforeEach, describe, expect, test } from 'vitest';
import { screenshot } from '../../../server/contract/examples.ts';
import { emptyFields } from '../../../server/contract/mark-fields.ts';
import { createDrafts } from '../../../server/web/marking/drafts.ts';
import { createElementSource } from '../../../server/web/marking/element-source.ts';
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
const draft = { key: 'draft', markId: null, screenshotIndex: 0, place: box, ...emptyFields, body: 'Too pale' };

const elements = {
  scale: 1,
  elements: [{ tag: 'button', box: { x: 320, y: 535, width: 640, height: 1070 } }],
};

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

describe('with the area tool, a click', () => {
  beforeEach(() => {
    controller.ui.marking.tool.value = 'box';
  });

  test('sets a corner, and the next one draws the area and ends the tool', () => {
    const { corner, tool } = controller.ui.marking;
    placeOn(controller, { kind: 'point', x: 0.5, y: 0.75 }, other);
    expect([corner.value, started, tool.value]).toEqual([{ kind: 'point', x: 0.5, y: 0.75 }, [], 'box']);
    expect(said).toEqual(['First corner set. Click the opposite one.']);
    placeOn(controller, { kind: 'point', x: 0.25, y: 0.25 }, other);
    expect(started).toEqual([[1, { kind: 'box', x: 0.25, y: 0.25, width: 0.25, height: 0.5 }]]);
    expect([corner.value, tool.value]).toEqual([null, 'point']);
  });

  test.each([
    ['in line with the corner', { kind: 'point', x: 0.25, y: 0.75 }],
    ['beside the corner', { kind: 'point', x: 0.5, y: 0.25 }],
  ] as const)('%s places a point', (_, second) => {
    placeOn(controller, { kind: 'point', x: 0.25, y: 0.25 }, other);
    placeOn(controller, second, other);
    expect(started).toEqual([[1, second]]);
  });
});

describe('with elements, a click', () => {
  const button = { kind: 'box', x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

  test('marks the element under it while the tool is on or its key is held, and else a point', async () => {
    const { marking } = controller.ui;
    marking.elements = createElementSource(async () => elements);
    await marking.elements.load(other);
    placeOn(controller, point, other);
    marking.held.value = true;
    placeOn(controller, point, other);
    marking.held.value = false;
    marking.tool.value = 'element';
    placeOn(controller, point, other);
    placeOn(controller, { kind: 'point', x: 0.9, y: 0.9 }, other);
    expect(started).toEqual([
      [1, point],
      [1, button],
      [1, button],
      [1, { kind: 'point', x: 0.9, y: 0.9 }],
    ]);
    expect(marking.tool.value).toBe('element');
  });

  test('marks the enclosing element that was chosen with the keys, and remembers the way to it', async () => {
    const { marking, composing } = controller.ui;
    const around = { tag: 'main', box: { x: 0, y: 0, width: 1280, height: 2140 } };
    marking.elements = createElementSource(async () => ({
      scale: 1,
      elements: [around, { ...elements.elements[0], parent: 0 }],
    }));
    await marking.elements.load(other);
    marking.tool.value = 'element';
    const walk = { path: [1, 0], at: 1 };
    marking.pointed.value = { shot: 1, walk };
    placeOn(controller, point, other);
    composing.value = 'draft';
    await Promise.resolve();
    expect(started).toEqual([[1, { kind: 'box', x: 0, y: 0, width: 1, height: 1 }]]);
    expect([marking.taken.value, marking.pointed.value]).toEqual([{ key: 'draft', walk }, null]);
    // What is outlined on another screenshot does not count.
    marking.pointed.value = { shot: 0, walk };
    placeOn(controller, point, other);
    expect(started.at(-1)).toEqual([1, button]);
  });
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
