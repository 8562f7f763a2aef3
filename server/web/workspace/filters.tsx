import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Filter } from './store.ts';
import { workspace } from './strings.ts';
import { useWorkspace } from './use-workspace.ts';

const words = workspace.list;
const pauseMs = 250;

/** `superseded` is missing: a chain is listed by its newest pass. */
const states: readonly Filter['state'][] = [
  ...(['all', 'open', 'changes_requested', 'approved', 'preparing'] as const),
  ...(['failed', 'expired', 'cancelled', 'paused'] as const),
];

/** Searches a moment after the last key. */
export function Filters() {
  const { store } = useWorkspace();
  const { search, state } = store.filter.value;
  const typed = useSignal(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Only when the filter is cleared elsewhere: the field may end in a space before the next word.
  useSignalEffect(() => {
    const { search: applied } = store.filter.value;
    if (applied !== typed.peek().trim()) typed.value = applied;
  });
  const find = () => {
    clearTimeout(timer.current);
    store.narrow({ search: typed.value.trim() });
  };
  return (
    <search>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <div class="stack">
          <label class="label" for="search">
            {words.search}
          </label>
          <input
            id="search"
            type="search"
            dir="auto"
            maxLength={200}
            autocomplete="off"
            placeholder={words.searchPlaceholder}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              clearTimeout(timer.current);
              timer.current = setTimeout(find, pauseMs);
            }}
          />
        </div>
        <div class="stack">
          <label class="label" for="state">
            {words.state}
          </label>
          <select
            id="state"
            value={state}
            onChange={(event) => {
              const chosen = states.find((each) => each === event.currentTarget.value);
              if (chosen !== undefined) store.narrow({ search: typed.value.trim(), state: chosen });
            }}
          >
            {states.map((each) => (
              <option key={each} value={each}>
                {words.states[each]}
              </option>
            ))}
          </select>
        </div>
      </form>
    </search>
  );
}
