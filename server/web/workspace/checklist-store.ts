import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Checklist, ChecklistRule } from '../../contract/checklist.ts';
import type { Client } from '../../contract/client.ts';
import { createLoaded, type Loaded } from './loaded.ts';
import { sentenceOf } from './store.ts';

export interface ChecklistStore extends Pick<Loaded<Checklist>, 'broken' | 'refresh'> {
  /** null until the first response. */
  list: ReadonlySignal<Checklist | null>;
  /** Switches one rule, at once on the page. Returns why it failed, or null. */
  turn(id: string, on: boolean): Promise<string | null>;
}

export type Group = 'screens' | 'presentations' | 'emails' | 'several';

const order: readonly Group[] = ['screens', 'presentations', 'emails', 'several'];

function groupOf({ types }: ChecklistRule): Group {
  if (types.every((type) => type === 'ui' || type === 'website')) return 'screens';
  if (types.length > 1) return 'several';
  return types[0] === 'email' ? 'emails' : 'presentations';
}

/** Groups rules by kind of review, in the order of the checklist. */
export function groupsOf(rules: readonly ChecklistRule[]): { group: Group; rules: ChecklistRule[] }[] {
  const byGroup = Map.groupBy(rules, groupOf);
  return order.flatMap((group) => {
    const own = byGroup.get(group);
    return own === undefined ? [] : [{ group, rules: own }];
  });
}

/** Returns the types that the group's heading does not name. */
export const typesToShow = (rule: ChecklistRule, group: Group): ChecklistRule['types'] =>
  group === 'several' || (group === 'screens' && rule.types.length === 1) ? rule.types : [];

export function createChecklist(client: Client): ChecklistStore {
  const { loaded: stored, broken, refresh } = createLoaded<Checklist>(() => client.call('get_checklist', {}));
  /** Switches that are not saved yet: the latest of each rule. */
  const pending = signal<ReadonlyMap<string, { on: boolean }>>(new Map());
  const list = computed(() => {
    if (stored.value === null) return null;
    const rules = stored.value.rules.map((rule) => ({ ...rule, on: pending.value.get(rule.id)?.on ?? rule.on }));
    return { ...stored.value, rules };
  });

  /** Saves one at a time, each based on the stored list: another page may have switched others. */
  let saving: Promise<unknown> = Promise.resolve();
  const save = async (id: string, wanted: { on: boolean }): Promise<string | null> => {
    try {
      const now = await client.call('get_checklist', {});
      const off = now.rules.filter((rule) => !(rule.id === id ? wanted : rule).on).map((rule) => rule.id);
      stored.value = await client.call('update_checklist', { off });
      return null;
    } catch (cause) {
      return sentenceOf(cause);
    } finally {
      // The rule may have been switched again meanwhile.
      if (pending.value.get(id) === wanted) pending.value = new Map([...pending.value].filter(([each]) => each !== id));
    }
  };

  return {
    list,
    broken,
    refresh,
    turn(id, on) {
      const wanted = { on };
      pending.value = new Map([...pending.value, [id, wanted]]);
      const done = saving.then(() => save(id, wanted));
      saving = done;
      return done;
    },
  };
}
