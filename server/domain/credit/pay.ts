import { DomainError } from '../failure.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { findToken } from '../token/store.ts';
import { countPausedWebhooks, readSpent, spend } from './store.ts';

/** Returns the calendar month (UTC) that pays, as `YYYY-MM`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** Returns when the next month's credits arrive. */
export const refillsAt = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

export interface Price {
  workspaceId: string;
  month: string;
  cost: number;
  /** null: unlimited */
  allowance: number | null;
}

/** Returns what a review of this source costs, and which month pays for it. */
export function priceOf({ settings }: Ports, workspaceId: string, source: keyof Ports['settings']['costs'], now: Date) {
  const { costs, creditsPerMonth: allowance } = settings;
  return { workspaceId, month: monthOf(now), cost: costs[source], allowance } satisfies Price;
}

/**
 * Refuses a workspace that cannot pay, without waiting for others that are paying. @throws DomainError
 * `insufficient_credits`
 */
export async function requireCredits(tx: Tx, { workspaceId, month, cost, allowance }: Price): Promise<void> {
  if (allowance === null) return;
  const held = Math.max(0, allowance - (await readSpent(tx, workspaceId, month)));
  if (held >= cost) return;
  const credits = cost === 1 ? '1 credit' : `${cost} credits`;
  const message = `This costs ${credits}; the workspace has ${held} left this month.`;
  throw new DomainError('insufficient_credits', message, { needed: cost, held });
}

/** Spends the price, or throws as `requireCredits` does. */
export async function pay(tx: Tx, price: Price): Promise<void> {
  if (await spend(tx, price)) return;
  await requireCredits(tx, price);
  // The check passed, so credits were returned in between: try once more.
  if (!(await spend(tx, price)))
    throw new DomainError('unavailable', 'Other requests are paying. Repeat it in a moment.');
}

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
