import { type Caller, decide, review } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import type { Receiver } from './receiver.ts';
import { forgetLimits, sql } from './sql.ts';

/**
 * Decides `count` reviews, whose deliveries have not been sent.
 * @returns the ids of the reviews
 */
export async function decidedReviews(
  service: TestService,
  client: Caller,
  receiver: Receiver,
  count: number,
  path: (at: number) => string,
): Promise<string[]> {
  const ids: string[] = [];
  const one = async (at: number): Promise<string> => {
    const made = await review(client, { webhook_url: `${receiver.url}${path(at)}` });
    await decide(made, 'approved');
    return made.id;
  };
  for (let from = 0; from < count; from += 25) {
    await forgetLimits(service);
    ids.push(...(await Promise.all(Array.from({ length: Math.min(25, count - from) }, (_, at) => one(from + at)))));
  }
  return ids;
}

/** Counts the deliveries that arrived. */
export async function deliveredOf(service: TestService): Promise<number | undefined> {
  const [row] = await sql<{ count: number }>(service, `SELECT count(*)::int FROM delivery WHERE status = 'delivered'`);
  return row?.count;
}
