import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { Icon } from '../shared/icons.tsx';
import type { Screenshot } from '../shared/types.ts';
import { elementName, useElements } from './element-hits.ts';
import { elements as words } from './element-strings.ts';
import {
  openAtFirst,
  shownItems,
  type Tree,
  type TreeItem,
  toggled,
  treeKey,
  treeOf,
  typeahead,
} from './element-tree.ts';
import { elementOf, pathFrom, type ShotElement } from './elements.ts';

/** Milliseconds within which typed letters form one word. */
const typedLasts = 700;

interface ListProps {
  shot: Screenshot;
  map: readonly ShotElement[];
}

type Actions = ReturnType<typeof useActions>;

/** Returns what the list does with an element. */
function useActions({ shot, map }: ListProps, list: RefObject<HTMLElement | null>, focus: Signal<number>) {
  const controller = useReview();
  const { ui } = controller;
  const { marking } = ui;
  const find = (index: number) => list.current?.querySelector<HTMLElement>(`[data-element="${index}"]`);

  /** Outlines an element on the screenshot and focuses its row. */
  const point = (index: number): ShotElement | undefined => {
    const element = map[index];
    if (element === undefined) return;
    focus.value = index;
    marking.pointed.value = { shot: shot.index, walk: { path: pathFrom(map, index, shot), at: 0 } };
    requestAnimationFrame(() => find(index)?.focus());
    return element;
  };
  const goTo = (index: number) => {
    const element = point(index);
    if (element !== undefined) ui.reveal.value = { place: { kind: 'box', ...element.area } };
  };
  const choose = (index: number) => {
    const element = map[index];
    if (element === undefined) return;
    marking.tree.value = false;
    marking.pointed.value = null;
    controller.startDraft(shot.index, { kind: 'box', ...element.area });
    const key = ui.composing.value;
    if (key !== null) marking.taken.value = { key, walk: { path: pathFrom(map, index, shot), at: 0 } };
  };

  return { point, goTo, choose };
}

/** Returns the handler of the tree's keys. Letters typed in a row find the element that they begin. */
function useTreeKeys(
  tree: Tree,
  shown: readonly TreeItem[],
  name: (item: TreeItem) => string,
  focus: Signal<number>,
  open: Signal<ReadonlySet<number>>,
  { goTo, choose }: Actions,
) {
  const typed = useRef({ letters: '', at: 0 });
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') choose(focus.value);
    else if (event.key.length === 1 && /\S/.test(event.key)) {
      const now = event.timeStamp;
      const letters = now - typed.current.at < typedLasts ? typed.current.letters + event.key : event.key;
      typed.current = { letters, at: now };
      const to = typeahead(
        shown.map((item) => ({ index: item.index, words: name(item) })),
        focus.value,
        letters,
      );
      if (to !== null) goTo(to);
    } else {
      typed.current = { letters: '', at: 0 };
      const move = treeKey(tree, open.value, focus.value, event.key);
      if (move === undefined) return;
      if (move !== null && 'to' in move) goTo(move.to);
      else if (move !== null) open.value = move.open;
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

function ElementList({ shot, map }: ListProps) {
  const { marking } = useReview().ui;
  const tree: Tree = useMemo(() => treeOf(map), [map]);
  // Opens where the pointer or the last visit was.
  const kept = elementOf(marking.pointed.value?.shot === shot.index ? marking.pointed.value.walk : null);
  const open = useSignal(openAtFirst(tree, kept));
  const shown = shownItems(tree, open.value);
  const tops = [...tree.values()].flatMap(({ index, parent }) => (parent === null ? [index] : []));
  const focus = useSignal(kept !== null && tree.has(kept) ? kept : (shown[0]?.index ?? -1));
  const list = useRef<HTMLDivElement>(null);
  const name = (item: TreeItem): string => {
    const element = map[item.index];
    return element === undefined ? '' : elementName(element);
  };

  const actions = useActions({ shot, map }, list, focus);

  useEffect(() => {
    actions.point(focus.value);
    return () => {
      if (marking.tool.value !== 'element') marking.pointed.value = null;
    };
  }, [tree]);

  const onKeyDown = useTreeKeys(tree, shown, name, focus, open, actions);

  if (shown.length === 0) return <p class="quiet elements-empty">{words.none}</p>;
  return (
    <div
      ref={list}
      role="tree"
      aria-label={words.label(shot.label)}
      class="element-list"
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        if (!(target instanceof Element)) return;
        // NaN beside the rows: no element, so nothing is chosen.
        const index = Number(target.closest<HTMLElement>('[data-element]')?.dataset.element);
        if (target.closest('[aria-expanded] > .twist') === null) return actions.choose(index);
        focus.value = index;
        open.value = toggled(open.value, index);
      }}
    >
      {shown.map((item) => {
        const branch = item.children.length > 0;
        const peers = item.parent === null ? tops : (tree.get(item.parent)?.children ?? []);
        return (
          <div
            key={item.index}
            role="treeitem"
            data-element={item.index}
            aria-level={item.level}
            aria-setsize={peers.length}
            aria-posinset={peers.indexOf(item.index) + 1}
            aria-expanded={branch ? open.value.has(item.index) : undefined}
            aria-selected={item.index === focus.value}
            tabIndex={item.index === focus.value ? 0 : -1}
            style={{ paddingInlineStart: `${8 + (item.level - 1) * 12}px` }}
            onPointerEnter={() =>
              (marking.pointed.value = { shot: shot.index, walk: { path: pathFrom(map, item.index, shot), at: 0 } })
            }
          >
            <span class="twist">{branch && <Icon name={open.value.has(item.index) ? 'down' : 'right'} />}</span>
            <span class="element-words" dir="auto">
              {name(item)}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** Shows the elements of a screenshot as a tree and outlines the focused one. Enter marks it. */
export function ElementTree({ shot }: { shot: Screenshot }) {
  const { ui } = useReview();
  const { marking } = ui;
  const map = useElements(marking, shot, true);
  const close = useRef<HTMLButtonElement>(null);
  // Moves the focus while the list still exists.
  useLayoutEffect(() => {
    if (ui.phone.value) ui.sheet.value = 'peek';
    if (map === null) close.current?.focus();
    return () => {
      if (!document.activeElement?.closest('.elements')) return;
      document.querySelector<HTMLElement>('[data-opens-tree]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside class="elements" aria-label={words.title} data-covers="">
      <header class="elements-head">
        <h2>{words.title}</h2>
        <button
          ref={close}
          type="button"
          class="icon-button"
          aria-label={words.close}
          title={`${words.close} (Esc)`}
          onClick={() => (marking.tree.value = false)}
        >
          <Icon name="close" />
        </button>
      </header>
      {map === null ? (
        <p class="quiet elements-empty" role="status">
          {marking.elements.failed.value ? words.failed : words.coming}
        </p>
      ) : (
        <ElementList key={shot.sha256} shot={shot} map={map} />
      )}
      <p class="elements-foot">{words.how}</p>
    </aside>
  );
}
