import type { Handler } from '../ports.ts';
import { findToken } from '../token/store.ts';
import { monthOf, refillsAt } from './rules.ts';
import { countPausedWebhooks, readSpent } from './store.ts';

export const getBilling: Handler<'get_billing'> = async (ports, actor) => {
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
};
