import { createClient } from '../../server/contract/client.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { forgetLimits, sql } from '../api/support/sql.ts';
import { decide, nextPass, review } from '../support/factories.ts';
import { prepareGround, until } from './support/ground.ts';

/** Lets many passes of one chain wait for workers that all start at once. The receiver fails every time. */
export async function pauseFaults(workers: number, passes: number): Promise<{ wrong: string[] }> {
  const ground = await prepareGround();
  const receiver = await startReceiver();
  const wrong: string[] = [];
  const check = (what: string, found: unknown, wanted: unknown): void => {
    if (found !== wanted) wrong.push(`${what}: ${found} instead of ${wanted}`);
  };
  try {
    await ground.start({ ROLE: 'web' });
    const { token } = await createClient({ baseUrl: ground.url }).call('create_try_token', {});
    const client = createClient({ baseUrl: ground.url, bearer: token });
    receiver.answerWith(() => 500);
    let last = await review(client, { webhook_url: `${receiver.url}/race` });
    await decide(last, 'approved');
    for (let pass = 1; pass < passes; pass += 1) {
      if (pass % 25 === 0) await forgetLimits(ground);
      last = await nextPass(client, last);
      await decide(last, 'approved');
    }
    await Promise.all(Array.from({ length: workers }, () => ground.start({ ROLE: 'worker' })));
    const state = async () => (await client.call('get_review', { id: last.id })).webhook;
    await until(async () => (await state())?.paused === true, 'the fifth failure pauses');
    const busy = "SELECT 1 FROM delivery WHERE status = 'pending' OR leased_until > clock_timestamp()";
    await until(async () => (await sql(ground, busy)).length === 0, 'nothing is due or under way');
    check('attempts until the pause', receiver.received.length, 5);
    check('failures counted', (await state())?.failure_count, 5);
    const rows = await sql<{ status: string; count: string }>(
      ground,
      'SELECT status, count(*) FROM delivery GROUP BY 1',
    );
    check('deliveries held', rows.find(({ status }) => status === 'held')?.count, String(passes));
    receiver.answerWith(() => 204);
    await client.call('resume_webhook', { id: last.id });
    await until(async () => receiver.received.length > 5, 'the newest is sent');
    await until(async () => (await sql(ground, busy)).length === 0, 'nothing is due or under way');
    check('sends after resuming', receiver.received.length, 6);
    check('what is sent then', receiver.received[5]?.headers['x-service-review'], last.id);
    console.log(
      `${workers} worker processes, ${passes} pending: ${Math.min(5, receiver.received.length)} attempts, then paused, ` +
        `${passes} held; resumed: ${receiver.received.length - 5}, the newest; ${wrong.length} wrong`,
    );
    return { wrong };
  } finally {
    await receiver.close();
    await ground.close();
  }
}
