import type { Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { modelRules } from './model-rules/index.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { readRulesOff } from './store.ts';

type Listed = Pick<Rule, 'id' | 'title' | 'checks' | 'why' | 'severity' | 'types'>;

/** Every rule, and which of them this workspace has switched off. */
export async function getChecklist(ports: Ports, actor: ClientActor): Promise<Output<'get_checklist'>> {
  const off = new Set(await readRulesOff(ports.db, actor.workspaceId));
  const listed =
    (foundBy: 'rule' | 'model') =>
    ({ id, title, checks, why, severity, types }: Listed) => ({
      ...{ id, title, checks, why, severity },
      types: [...types],
      found_by: foundBy,
      on: !off.has(id),
    });
  return {
    rules: [...rules.map(listed('rule')), ...(ports.vision === null ? [] : modelRules.map(listed('model')))],
    model: ports.vision?.name ?? null,
  };
}
