import type { ReviewController } from '../review/controller.ts';
import { countListed, type Filter, filterOf, filters } from './filter.ts';
import { filtering as words } from './filter-strings.ts';

/** Returns the filter that comes next and lists any marks; the device's present one when there is none. */
export function filterAfter({ ui, view }: Pick<ReviewController, 'ui' | 'view'>): Filter {
  const { marks } = view().review;
  const now = filterOf(ui.filter.value);
  const at = filters.indexOf(now);
  const others = [...filters.slice(at + 1), ...filters.slice(0, at)];
  return others.find((each) => each === 'all' || countListed(marks, each, ui.shot.value) > 0) ?? now;
}

/** Filters the list of marks; the device remembers it. */
export function chooseFilter(
  { ui, view, memory, announce }: Pick<ReviewController, 'ui' | 'view' | 'memory' | 'announce'>,
  filter: Filter,
): void {
  const { marks } = view().review;
  const count = (each: Filter) => countListed(marks, each, ui.shot.value);
  ui.filter.value = filter;
  memory.set('mark-filter', filter);
  announce(`${words.filter[filter]}: ${words.listed(count(filter), count('all'))}`);
}
