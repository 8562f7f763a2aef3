import { useEffect, useRef } from 'preact/hooks';
import type { UiState } from '../review/ui-state.ts';
import { useReview } from '../review/use-review.ts';
import { scrollBehavior } from '../shared/device.ts';
import { Icon } from '../shared/icons.tsx';
import { Popover } from '../shared/popover.tsx';
import { rove } from '../shared/roving.ts';
import type { Mark } from '../shared/types.ts';
import { chooseFilter } from './choose-filter.ts';
import { countListed, type Filter, filterOf, filters, isListed } from './filter.ts';
import { filtering as words } from './filter-strings.ts';

/** Returns the filter and how to choose another. A guest's list has none. */
function useFilter(): { filter: Filter; choose: (filter: Filter) => void } {
  const controller = useReview();
  const { ui, guest } = controller;
  return {
    filter: guest === null ? filterOf(ui.filter.value) : 'all',
    choose: (filter) => chooseFilter(controller, filter),
  };
}

/** Returns whether a reason or a reply is being written about a mark. */
export const isWrittenAbout = ({ reopening, replying }: UiState, { id }: Mark): boolean =>
  reopening.value === id || replying.value === `reply:${id}`;

/** Returns those of `marks` that the filter lists, and the one that is being written about. */
export function useListed(marks: readonly Mark[]): readonly Mark[] {
  const { filter } = useFilter();
  const { ui } = useReview();
  return marks.filter((mark) => isListed(mark, filter, ui.shot.value) || isWrittenAbout(ui, mark));
}

function LeftOut({ text, selected = false }: { text: string; selected?: boolean }) {
  const { choose } = useFilter();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
  }, [selected, text]);
  return (
    <p ref={line} class="lead left-out" data-selected={selected}>
      <span>{text}</span>
      <button
        type="button"
        class={`button button-small ${selected ? '' : 'button-quiet'}`}
        onClick={() => choose('all')}
      >
        {words.showAll}
      </button>
    </p>
  );
}

/** Reports how many marks of a list the filter hides. */
export function FilteredOut({ marks, listed }: { marks: readonly Mark[]; listed: readonly Mark[] }) {
  const hidden = marks.length - listed.length;
  return hidden === 0 ? null : <LeftOut text={words.left(hidden)} />;
}

/** Reports that the filter hides the selected mark, whichever list it would be in. */
function SelectedOut() {
  const { ui, view } = useReview();
  const { filter } = useFilter();
  const selected = view().review.marks.find(({ id }) => id === ui.selected.value);
  if (selected === undefined || isListed(selected, filter, ui.shot.value)) return null;
  return <LeftOut text={words.selected(selected.id)} selected />;
}

/** Offers the filters with how many marks each lists, as soon as there is something to choose between. */
export function FilterMenu() {
  const { ui, view } = useReview();
  const { marks } = view().review;
  const { filter, choose } = useFilter();
  const counted = (each: Filter) => countListed(marks, each, ui.shot.value);
  if (filter === 'all' && counted('all') < 2) return null;
  return (
    <>
      <Popover
        class="filter-menu"
        name={words.name(words.filter[filter], counted(filter))}
        label={
          <>
            {words.filter[filter]} <span class="count">{counted(filter)}</span> <Icon name="down" />
          </>
        }
      >
        {(close) => (
          <fieldset class="menu" aria-label={words.label} onKeyDown={rove}>
            {filters.map((each) => (
              <button
                key={each}
                type="button"
                class="segment"
                aria-pressed={each === filter}
                onClick={() => {
                  choose(each);
                  close();
                }}
              >
                {words.filter[each]} <span class="count">{counted(each)}</span>
              </button>
            ))}
          </fieldset>
        )}
      </Popover>
      <SelectedOut />
    </>
  );
}
