import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mark, openReview, viewOf } from '../../../server/contract/examples.ts';
import { followAddress } from '../../../server/web/addresses/follow-address.ts';
import { shownFragment } from '../../../server/web/addresses/shown.ts';
import { targetOf } from '../../../server/web/addresses/target.ts';
import type { ReviewController } from '../../../server/web/review/controller.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import type { Mark } from '../../../server/web/shared/types.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const [shot] = openReview.screenshots;
if (shot === undefined) throw new Error('no screenshot');
// Listed in another order than that of their index, which need not begin at 0.
const screenshots = [
  { ...shot, index: 4, label: 'Mobile' },
  { ...shot, index: 1, label: 'Desktop' },
];
const marks: Mark[] = [
  { ...mark, id: 3, screenshot_index: 1 },
  { ...mark, id: 5, screenshot_index: 4 },
  { ...mark, id: 7, screenshot_index: null },
];
const view = viewOf({ ...openReview, screenshots, marks });

describe('a fragment', () => {
  test.each([
    ['#mark-5', 4, 5],
    ['#mark-7', null, 7],
    ['#screenshot-1', 1, null],
    ['#screenshot-2', 4, null],
  ])('%s names screenshot %s and mark %s', (fragment, index, id) => {
    const target = targetOf(view.review, fragment);
    expect([target?.shot, target?.mark?.id ?? null]).toEqual([index, id]);
  });

  test.each(['', '#', '#mark-4', '#mark-', '#mark-3x', '#screenshot-0', '#screenshot-3', '#vouch=a.b.c', '#marks'])(
    '%j names nothing',
    (fragment) => expect(targetOf(view.review, fragment)).toBeNull(),
  );

  test.each([
    [1, null, '#screenshot-1'],
    [4, null, '#screenshot-2'],
    [1, 3, '#mark-3'],
    [4, 3, '#screenshot-2'],
    [4, 7, '#mark-7'],
    [4, 9, '#screenshot-2'],
    [9, null, ''],
  ])('of screenshot %s and selected mark %s is %s', (index, selected, fragment) => {
    expect(shownFragment(view.review, index, selected)).toBe(fragment);
  });
});

describe('the address', () => {
  let entries: string[];
  let at: number;
  let time: number;
  let toasts: string[];
  let page: EventTarget & Parameters<typeof followAddress>[2];
  let controller: ReviewController;
  let stop: () => void;

  const written = () => new Promise<void>((resolve) => queueMicrotask(resolve));
  const fire = (type: string, more: object = {}) => page.dispatchEvent(Object.assign(new Event(type), more));
  const step = async (key: string, act: () => void, after = 0) => {
    time += after;
    fire('keydown', { key });
    act();
    await written();
  };
  const click = async (act: () => void) => {
    fire('pointerdown');
    act();
    await written();
  };
  const travel = (by: number) => {
    at += by;
    fire('hashchange');
  };
  const edit = (hash: string) => {
    entries = [...entries.slice(0, at + 1), hash];
    travel(1);
  };
  const ui = createUiState(createMemory(browserStorage), 'R1', 1);
  const shown = () => [ui.shot.value, ui.selected.value];
  const go = (index: number) => () => {
    ui.shot.value = index;
  };
  const select = (id: number) => () => controller.select(marks.find((each) => each.id === id) ?? mark);

  /** `act`: what a person does before the script has loaded. */
  const begin = (hash: string, act = () => {}) => {
    [entries, at, time, toasts] = [[hash], 0, 0, []];
    [ui.shot.value, ui.selected.value] = [1, null];
    const put = (next: number) => (_state: unknown, _title: string, url?: string | URL | null) => {
      at += next;
      entries = [...entries.slice(0, at), String(url)];
    };
    page = Object.assign(new EventTarget(), {
      innerWidth: 1440,
      location: {
        get hash() {
          return entries[at] ?? '';
        },
      },
      history: { state: null, pushState: put(1), replaceState: put(0) },
      performance: { now: () => time },
    });
    controller = {
      ui,
      view: () => view,
      notify: (text: string) => void toasts.push(text),
      goToShot: (index: number) => go(index)(),
      select: (one: Mark) => {
        ui.selected.value = one.id;
        if (one.screenshot_index !== null) ui.shot.value = one.screenshot_index;
      },
    } as unknown as ReviewController;
    const began = { shot: ui.shot.value, selected: ui.selected.value };
    act();
    stop = followAddress(controller, began, page);
  };
  beforeEach(() => begin(''));
  afterEach(() => stop());

  test('stays as it is until something else is shown', async () => {
    await written();
    expect([entries, shown()]).toEqual([[''], [1, null]]);
  });

  test('gets an entry for each screenshot and mark, and Back and Forward show them', async () => {
    await click(go(4));
    await click(select(3));
    await click(select(5));
    expect(entries).toEqual(['', '#screenshot-2', '#mark-3', '#mark-5']);
    const seen = [-1, -1, -1, 3].map((by) => {
      travel(by);
      return shown();
    });
    await written();
    expect(seen).toEqual([
      [1, 3],
      [4, null],
      [1, null],
      [4, 5],
    ]);
    expect([entries.length, at]).toEqual([4, 3]);
  });

  test('gets one entry for quick steps by key, and another after a pause or a click', async () => {
    await step('n', select(3));
    await step('n', select(5), 300);
    await step('J', go(1), 900);
    expect(entries).toEqual(['', '#screenshot-1']);
    await step('j', go(4), 1000);
    expect(entries).toEqual(['', '#screenshot-1', '#mark-5']);
    await click(select(3));
    await step('k', go(4));
    await step('x', select(3));
    expect(entries.slice(3)).toEqual(['#mark-3', '#screenshot-2', '#mark-3']);
  });

  test.each(['', '#screenshot-1'])('that was %j names what was chosen before the script had loaded', async (hash) => {
    stop();
    begin(hash, select(5));
    await written();
    expect([entries, shown()]).toEqual([
      [hash, '#mark-5'],
      [4, 5],
    ]);
    travel(-1);
    expect(shown()).toEqual([1, null]);
  });

  test('is not written again when a person has chosen what it names before the script had loaded', async () => {
    stop();
    begin('#mark-5', select(5));
    await written();
    expect([entries, shown()]).toEqual([['#mark-5'], [4, 5]]);
  });

  test('names the screenshot again when the mark is no longer selected, without an entry', async () => {
    await click(select(5));
    ui.selected.value = null;
    await written();
    expect(entries).toEqual(['', '#screenshot-2']);
  });

  test('that is opened or edited shows what it names', () => {
    stop();
    begin('#mark-5');
    expect(shown()).toEqual([4, 5]);
    edit('#screenshot-1');
    expect([shown(), toasts]).toEqual([[1, null], []]);
    // The first of the list
    edit('');
    expect(shown()).toEqual([4, null]);
  });

  test.each([
    ['#mark-99', 'This pass has no mark 99.'],
    ['#screenshot-9', 'This pass has no screenshot 9.'],
    ['#screenshot-0', 'This pass has no screenshot 0.'],
    ['#summary', 'Nothing on this page is called “\u2068summary\u2069”.'],
  ])('%s says what is wrong and changes nothing', async (hash, text) => {
    await click(select(3));
    edit(hash);
    await written();
    expect([shown(), toasts, entries]).toEqual([[1, 3], [text], ['', '#mark-3', hash]]);
  });

  test('with a sign-in is left alone', () => {
    edit('#vouch=a.b.c');
    expect([shown(), toasts]).toEqual([[1, null], []]);
  });

  test('is not touched once the page has stopped', async () => {
    ui.shot.value = 4;
    stop();
    await written();
    edit('#mark-3');
    expect([entries, shown()]).toEqual([
      ['', '#mark-3'],
      [4, null],
    ]);
  });
});
