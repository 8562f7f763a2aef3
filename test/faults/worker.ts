import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { createClient } from '../../server/contract/client.ts';
import { decide, review } from '../support/factories.ts';
import { prepareGround, until } from './support/ground.ts';

/** Says when the first request came, which gets no answer; all later ones are answered. */
async function hangOnce(answer: (response: ServerResponse) => void) {
  let first: (request: IncomingMessage) => void = () => {};
  const reached = new Promise<IncomingMessage>((fulfil) => {
    first = fulfil;
  });
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    count += 1;
    if (count === 1) first(request);
    else answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    reached,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A worker dies in the middle of a capture and of a delivery; another one ends them. @returns the seconds it took */
export async function workerFaults(signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL'): Promise<Record<string, number>> {
  const ground = await prepareGround();
  const page = await hangOnce((response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Here</title><h1>Here</h1>'),
  );
  const receiver = await hangOnce((response) => response.end('ok'));
  const db = new pg.Client({ connectionString: ground.databaseUrl });
  try {
    await ground.start({ ROLE: 'web' });
    await db.connect();
    const { token } = await createClient({ baseUrl: ground.url }).call('create_try_token', {});
    const client = createClient({ baseUrl: ground.url, bearer: token });
    const seconds: Record<string, number> = {};

    let doomed = await ground.start({ ROLE: 'worker' });
    const captured = await client.call('create_review', { title: 'A page', capture_url: true, page_url: page.url });
    await page.reached;
    doomed.child.kill(signal);
    let died = performance.now();
    await ground.start({ ROLE: 'worker' });
    const statusOf = async () => (await client.call('get_review', { id: captured.id })).status;
    await until(async () => (await statusOf()) === 'open', 'the capture is made');
    seconds.capture = (performance.now() - died) / 1000;

    await ground.stopWorkers();
    doomed = await ground.start({ ROLE: 'worker' });
    const decided = await review(client, { webhook_url: receiver.url });
    await decide(decided, 'approved');
    await receiver.reached;
    doomed.child.kill(signal);
    died = performance.now();
    await ground.start({ ROLE: 'worker' });
    const delivered = async (): Promise<boolean> =>
      (await db.query("SELECT 1 FROM delivery WHERE review_id = $1 AND status = 'delivered'", [decided.id]))
        .rowCount === 1;
    await until(delivered, 'the decision is delivered');
    seconds.delivery = (performance.now() - died) / 1000;
    const words = Object.entries(seconds).map(([what, each]) => `${what} ended elsewhere after ${each.toFixed(1)} s`);
    console.log(`worker gone by ${signal}: ${words.join(', ')}`);
    return seconds;
  } finally {
    await db.end().catch(() => {});
    page.close();
    receiver.close();
    await ground.close();
  }
}
