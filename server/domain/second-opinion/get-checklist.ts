import { rules } from '../../checklist/index.ts';
import type { Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { readRulesOff } from './store.ts';

/** Lists every rule of the checklist, and which of them this workspace has switched off. */
export async function getChecklist(ports: Ports, actor: ClientActor): Promise<Output<'get_checklist'>> {
  const off = new Set(await readRulesOff(ports.db, actor.workspaceId));
  const { model } = ports.checklist;
  return {
    rules: rules
      .filter(({ foundBy }) => foundBy === 'rule' || model !== null)
      .map(({ foundBy, types, ...rule }) => ({ ...rule, types: [...types], found_by: foundBy, on: !off.has(rule.id) })),
    model: model?.name ?? null,
  };
}
