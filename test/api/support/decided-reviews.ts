import { onTestFinished } from 'vitest';
import { decide, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { startReceiver } from './receiver.ts';
import { forgetLimits, sql } from './sql.ts';

const settings = { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8', CREDITS_PER_MONTH: 'unlimited' };

/** Starts a service without a worker for one test, whose deliveries wait until the test starts one. */
export async function startUndelivered() {
  const web = await startService({ ...settings, ROLE: 'web' });
  const [client, receiver] = [await web.newClient(), await startReceiver()];
  onTestFinished(async () => {
    await receiver.close();
    await web.close();
  });

  async function one(path: string): Promise<string> {
    const made = await review(client, { webhook_url: `${receiver.url}${path}` });
    await decide(made, 'approved');
    return made.id;
  }

  return {
    web,
    client,
    receiver,
    async startWorker() {
      const worker = await startService({ ...settings, ROLE: 'worker', DATABASE_URL: web.databaseUrl });
      onTestFinished(() => worker.close());
      return worker;
    },
    /** Decides `count` reviews. @returns their ids */
    async decided(count: number, path: (at: number) => string): Promise<string[]> {
      const ids: string[] = [];
      for (let from = 0; from < count; from += 25) {
        await forgetLimits(web);
        const some = Array.from({ length: Math.min(25, count - from) }, (_, at) => one(path(from + at)));
        ids.push(...(await Promise.all(some)));
      }
      return ids;
    },
    /** Counts the deliveries that arrived. */
    async delivered(): Promise<number | undefined> {
      const [row] = await sql<{ count: number }>(web, `SELECT count(*)::int FROM delivery WHERE status = 'delivered'`);
      return row?.count;
    },
    sentTo: (path: RegExp) => receiver.received.filter((each) => path.test(each.path)).length,
  };
}
