import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import {
  openAtFirst,
  openFor,
  shownItems,
  type Tree,
  type TreeItem,
  treeKey,
  treeOf,
  typeahead,
} from '../mark/element-tree.ts';
import { elementOf, pathFrom, type ShotElement } from '../mark/elements.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { elementName, useElements } from './element-hits.ts';
import { Icon } from './icons.tsx';

const words = strings.elements;
/** How long typed letters make one word, ms. */
const typedLasts = 700;

interface ListProps {
  shot: Screenshot;
  map: readonly ShotElement[];
}

function ElementList({ shot, map }: ListProps) {
  const desk = useStage();
  const { screen } = desk;
  const { marking } = screen;
  const tree: Tree = useMemo(() => treeOf(map), [map]);
  const open = useSignal<ReadonlySet<number>>(new Set(openAtFirst(tree)));
  const shown = shownItems(tree, open.value);
  const tops = [...tree.values()].flatMap(({ index, parent }) => (parent === null ? [index] : []));
  // It opens where the pointer or the last visit was.
  const kept = elementOf(marking.pointed.value?.shot === shot.index ? marking.pointed.value.walk : null);
  const focus = useSignal(kept !== null && tree.has(kept) ? kept : (shown[0]?.index ?? -1));
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ letters: '', at: 0 });
  const name = (item: TreeItem): string => {
    const element = map[item.index];
    return element === undefined ? '' : elementName(element);
  };
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
    if (element !== undefined) screen.reveal.value = { place: { kind: 'box', ...element.area } };
  };
  const choose = (index: number) => {
    const element = map[index];
    if (element === undefined) return;
    marking.tree.value = false;
    marking.pointed.value = null;
    desk.startDraft(shot.index, { kind: 'box', ...element.area });
    const key = screen.composing.value;
    if (key !== null) marking.taken.value = { key, walk: { path: pathFrom(map, index, shot), at: 0 } };
  };
  const toggle = (index: number, to: boolean) => {
    const next = new Set(open.value);
    if (to) next.add(index);
    else next.delete(index);
    open.value = next;
  };

  useEffect(() => {
    if (kept !== null) open.value = new Set([...open.value, ...openFor(tree, kept)]);
    // Opening the list moves nothing.
    point(focus.value);
    return () => {
      if (marking.tool.value !== 'element') marking.pointed.value = null;
    };
  }, [tree]);

  const onKeyDown = (event: KeyboardEvent) => {
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
      if (move === null) {
        if (!/^Arrow|^Home$|^End$/.test(event.key)) return;
      } else if ('to' in move) goTo(move.to);
      else if ('open' in move) toggle(move.open, true);
      else toggle(move.close, false);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  if (shown.length === 0) return <p class="quiet elements-empty">{words.none}</p>;
  return (
    <div
      ref={list}
      role="tree"
      aria-label={words.label(shot.label)}
      class="element-list"
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const row = target instanceof Element ? target.closest<HTMLElement>('[data-element]') : null;
        if (row === null || !(target instanceof Element)) return;
        const index = Number(row.dataset.element);
        const branch = row.ariaExpanded !== null && target.closest('.twist') !== null;
        if (branch) toggle(index, !open.value.has(index));
        else choose(index);
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
            onPointerEnter={(event) => {
              if (event.pointerType === 'touch') return;
              marking.pointed.value = { shot: shot.index, walk: { path: pathFrom(map, item.index, shot), at: 0 } };
            }}
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

/** The elements of a shot as a tree: going through it outlines them on the picture, Enter marks one. */
export function ElementTree({ shot }: { shot: Screenshot }) {
  const { screen } = useStage();
  const { marking } = screen;
  const map = useElements(marking, shot, true);
  const close = useRef<HTMLButtonElement>(null);
  // While the list is still there to have the focus, so that it is handed on and not lost.
  useLayoutEffect(() => {
    if (screen.phone.value) screen.sheet.value = 'peek';
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
          onClick={() => {
            marking.tree.value = false;
          }}
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
