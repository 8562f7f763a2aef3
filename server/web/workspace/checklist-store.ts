import { type Signal, signal } from '@preact/signals';
import type { Checklist, ChecklistRule } from '../../contract/checklist.ts';
import type { Client } from '../../contract/client.ts';
import { sentenceOf } from './store.ts';

export interface ChecklistStore {
  /** null until the first response. */
  list: Signal<Checklist | null>;
  broken: Signal<boolean>;
  refresh(): Promise<void>;
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
  const list = signal<Checklist | null>(null);
  const broken = signal(false);
  /** Switches that are not saved yet. */
  const pending = new Map<string, boolean>();
  let turn = 0;

  const show = (next: Checklist) => {
    list.value = { ...next, rules: next.rules.map((rule) => ({ ...rule, on: pending.get(rule.id) ?? rule.on })) };
  };
  /** Saves one at a time, each based on the stored list: another page may have switched others. */
  let saving: Promise<unknown> = Promise.resolve();
  const save = async (id: string, on: boolean): Promise<string | null> => {
    const mine = turn;
    try {
      const now = await client.call('get_checklist', {});
      const off = now.rules.filter((rule) => (rule.id === id ? !on : !rule.on)).map((rule) => rule.id);
      const kept = await client.call('update_checklist', { off });
      if (pending.get(id) === on) pending.delete(id);
      if (mine === turn) show(kept);
      return null;
    } catch (cause) {
      if (pending.get(id) === on) {
        pending.delete(id);
        const turned = (rule: ChecklistRule) => (rule.id === id ? { ...rule, on: !on } : rule);
        if (list.value !== null) list.value = { ...list.value, rules: list.value.rules.map(turned) };
      }
      return sentenceOf(cause);
    }
  };

  return {
    list,
    broken,
    async refresh() {
      try {
        show(await client.call('get_checklist', {}));
        broken.value = false;
      } catch {
        broken.value = true;
      }
    },
    turn(id, on) {
      turn += 1;
      pending.set(id, on);
      if (list.value !== null) show(list.value);
      const done = saving.then(() => save(id, on));
      saving = done;
      return done;
    },
  };
}
