import { startReceiver } from '../api/support/receiver.ts';
import { forgetLimits } from '../api/support/sql.ts';
import { decide, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { until } from './support/ground.ts';

/** Below the limit of creates in a minute. */
const AT_ONCE = 20;

/**
 * Lets many deliveries wait when a worker starts, while one address hangs, and checks that all others are served.
 * @returns a line of counts
 */
export async function deliverFaults(deliveries: number, addresses: number): Promise<string> {
  const allow = { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' };
  const web = await startService({ ...allow, ROLE: 'web', CREDITS_PER_MONTH: 'unlimited' });
  const client = await web.newClient();
  const receiver = await startReceiver();
  const end = Promise.withResolvers<void>();
  receiver.answerWith(async ({ path }) => {
    if (path === '/to/0') await end.promise;
    return 204;
  });
  try {
    // In batches: one after the other would take a minute for every thousand or two.
    for (let made = 0; made < deliveries; made += AT_ONCE) {
      await forgetLimits(web);
      const some = Array.from({ length: Math.min(AT_ONCE, deliveries - made) }, async (_, at) =>
        decide(await review(client, { webhook_url: `${receiver.url}/to/${(made + at) % addresses}` }), 'approved'),
      );
      await Promise.all(some);
    }
    const worker = await startService({ ...allow, ROLE: 'worker', DATABASE_URL: web.databaseUrl });
    try {
      const others = () => receiver.received.filter(({ path }) => /^\/to\/[1-9]/.test(path)).length;
      const wanted = deliveries - Math.ceil(deliveries / addresses);
      await until(async () => others() === wanted, 'all others are served');
      return `${deliveries} pending, 1 of ${addresses} addresses hangs: ${wanted} of ${wanted} others delivered`;
    } finally {
      end.resolve();
      await worker.close();
    }
  } finally {
    await receiver.close();
    await web.close();
  }
}
