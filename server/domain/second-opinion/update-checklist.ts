import type { Input, Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { getChecklist } from './get-checklist.ts';
import { requireRules } from './known-rules.ts';
import { writeRulesOff } from './store.ts';

/** Switches the given rules off, and all others on. */
export async function updateChecklist(
  ports: Ports,
  actor: ClientActor,
  input: Input<'update_checklist'>,
): Promise<Output<'update_checklist'>> {
  requireRules('off', input.off);
  await writeRulesOff(ports.db, actor.workspaceId, [...new Set(input.off)]);
  return getChecklist(ports, actor);
}
