import type { Billing } from '../../contract/workspace.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { findToken } from '../token/store.ts';
import { monthOf, refillsAt } from './rules.ts';
import { countPausedWebhooks, readSpent } from './store.ts';

export async function getBilling(ports: Ports, actor: ClientActor): Promise<Billing> {
  const now = ports.clock();
  const allowance = ports.settings.creditsPerMonth;
  const [spent, paused, token] = await Promise.all([
    readSpent(ports.db, actor.workspaceId, monthOf(now)),
    countPausedWebhooks(ports.db, actor.workspaceId),
    actor.bearer === 'try' ? findToken(ports.db, Buffer.from(actor.credential, 'base64url')) : null,
  ]);
  return {
    plan: allowance === null ? 'unlimited' : 'free',
    credits: {
      left: allowance === null ? null : Math.max(0, allowance - spent),
      allowance,
      refills_at: refillsAt(now).toISOString(),
    },
    costs: ports.settings.costs,
    webhooks_paused: paused,
    token_expires_at: token?.expiresAt.toISOString() ?? null,
  };
}
