import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PgBoss } from 'pg-boss';
import { Agent, request } from 'undici';
import { createClient } from '../../server/contract/client.ts';
import { base64 } from '../support/factories.ts';
import { openedPage } from '../support/on-page.ts';
import { compared, inTurn, type Result } from './support/measure.ts';
import { seedWorkspace } from './support/seed.ts';
import type { World } from './support/world.ts';

const ROUNDS = 60;
const QUEUE = 'bench_decisions';

const insert = { name: 'decision', text: 'INSERT INTO bench_decision (body) VALUES ($1)' };
const note =
  'counted from sending the decision: the request, its transaction of nine statements, the claim of the row and the POST; the baseline is one insert and the POST.';

/** Measures the time from sending a decision to the receiver’s request, compared with one committed row and a POST. */
export async function benchDeliver(world: World): Promise<Result[]> {
  let arrived = (_: number): void => {};
  let length = 4000;
  const receiver = createServer(async (incoming, answer) => {
    const at = performance.now();
    length = (await text(incoming)).length;
    answer.writeHead(204).end();
    arrived(at);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const agent = new Agent({ pipelining: 0 });
  const until = async (cause: () => Promise<unknown>): Promise<number> => {
    const seen = new Promise<number>((resolve) => {
      arrived = resolve;
    });
    const started = performance.now();
    const [at] = await Promise.all([seen, cause()]);
    return at - started;
  };

  const { bearers } = await seedWorkspace(world, 10);
  const images = [await base64()];
  let made = 0;
  const boss = new PgBoss({ connectionString: world.databaseUrl, schema: 'bench_queue', useListenNotify: true });
  boss.on('error', (error) => console.error(error));
  try {
    await boss.start();
    await boss.createQueue(QUEUE, { notify: true });
    const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };
    await boss.work<{ url: string; body: string }>(QUEUE, polling, async ([job]) => {
      if (job === undefined) return;
      const { url: address, body } = job.data;
      await (await request(address, { method: 'POST', body, dispatcher: agent })).body.dump();
    });
    await world.pool.query('CREATE TABLE bench_decision (id serial PRIMARY KEY, body text NOT NULL)');
    const times = await inTurn(ROUNDS, {
      ours: async () => {
        const bearer = bearers[made++ % bearers.length] ?? '';
        const client = createClient({ baseUrl: world.service, bearer });
        const review = await client.call('create_review', { title: 'To decide', images, webhook_url: url });
        const reviewer = await openedPage(review.review_url);
        return until(() => reviewer.call('decide', { outcome: 'approved', after_decision: 0 }));
      },
      bare: () => {
        const body = 'x'.repeat(length);
        return until(async () => {
          await world.pool.query({ ...insert, values: [body] });
          await (await request(url, { method: 'POST', body, dispatcher: agent })).body.dump();
        });
      },
      queue: () => until(() => boss.send(QUEUE, { url, body: 'x'.repeat(length) })),
    });
    const row = { name: 'decision → receiver, p50', unit: 'ms' };
    return [
      compared(
        { ...row, against: 'one insert, POST', target: { atMost: 3 }, note },
        { ours: times.ours, baseline: times.bare },
      ),
      compared(
        { ...row, against: 'pg-boss with notify, POST', target: null },
        { ours: times.ours, baseline: times.queue },
      ),
    ];
  } finally {
    await boss.stop({ graceful: false });
    await agent.close();
    receiver.closeAllConnections();
    receiver.close();
  }
}
