import type { Baseline } from '../../contract/baseline.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { toBaseline } from './view.ts';

export async function getBaseline(ports: Ports, actor: ClientActor, input: { id: string }): Promise<Baseline> {
  return toBaseline(ports, ports.db, actor.workspaceId, input.id);
}
