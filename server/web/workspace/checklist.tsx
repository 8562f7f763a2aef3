import { useEffect, useMemo } from 'preact/hooks';
import type { ChecklistRule } from '../../contract/checklist.ts';
import { Button } from '../shared/button.tsx';
import { createChecklist, type Group, groupsOf, typesToShow } from './checklist-store.ts';
import { checklist as words } from './checklist-strings.ts';
import { useWorkspace } from './use-workspace.ts';

type Turn = (rule: ChecklistRule, on: boolean) => void;

function Rule({ rule, group, turn }: { rule: ChecklistRule; group: Group; turn: Turn }) {
  const types = typesToShow(rule, group);
  const id = `rule-${rule.id}`;
  return (
    <li class="rule-row">
      <input
        id={id}
        type="checkbox"
        class="switch"
        checked={rule.on}
        aria-describedby={`${id}-about`}
        onChange={(event) => turn(rule, event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{rule.title}</label>
        <p id={`${id}-about`} class="rule-about">
          {rule.checks}{' '}
          <span class="quiet">
            {rule.why} {types.length > 0 && words.only(types)} {rule.found_by === 'model' && words.ofModel}
          </span>
        </p>
      </div>
    </li>
  );
}

function RuleGroup({ group, rules, turn }: { group: Group; rules: readonly ChecklistRule[]; turn: Turn }) {
  const off = rules.filter(({ on }) => !on).length;
  return (
    <details class="rule-group">
      <summary>
        <h3>{words.group[group]}</h3>
        <span class="quiet">{words.rules(rules.length, off)}</span>
      </summary>
      <ul class="rule-rows">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} group={group} turn={turn} />
        ))}
      </ul>
    </details>
  );
}

export function ChecklistSection() {
  const { store, notice } = useWorkspace();
  const { list, broken, refresh, turn } = useMemo(() => createChecklist(store.client), [store]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refresh]);
  const press: Turn = async (rule, on) => {
    const refused = await turn(rule.id, on);
    notice.value =
      refused === null
        ? {
            text: (on ? words.on : words.off)(rule.title),
            error: false,
            undo: () => void press(rule, !on),
          }
        : { text: refused, error: true };
  };
  const { value: known } = list;
  return (
    <section class="checklist" aria-labelledby="checklist">
      <h2 id="checklist" tabIndex={-1}>
        {words.title}
      </h2>
      <p class="quiet">
        {words.lead} {known !== null && known.model !== null && words.model(known.model)}
      </p>
      {known === null && !broken.value && <p class="quiet">{words.loading}</p>}
      {broken.value && (
        <p class="warning checklist-broken">
          <span>{words.broken}</span>
          <Button class="button-small" onClick={() => void refresh()}>
            {words.retry}
          </Button>
        </p>
      )}
      {known !== null && (
        <div class="rule-groups">
          {groupsOf(known.rules).map(({ group, rules }) => (
            <RuleGroup key={group} group={group} rules={rules} turn={press} />
          ))}
        </div>
      )}
    </section>
  );
}
