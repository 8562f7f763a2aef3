import type { Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { rules } from './rules/index.ts';
import { readRulesOff } from './store.ts';

/** Every rule, and which of them this workspace has switched off. */
export async function getChecklist(ports: Ports, actor: ClientActor): Promise<Output<'get_checklist'>> {
  const off = new Set(await readRulesOff(ports.db, actor.workspaceId));
  return {
    rules: rules.map(({ id, title, checks, why, severity, types }) => ({
      id,
      title,
      checks,
      why,
      severity,
      types: [...types],
      on: !off.has(id),
    })),
    model: ports.vision?.name ?? null,
  };
}
