import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createClient } from '../../../../server/contract/client.ts';
import { startProxy } from '../../../repository/release/support/proxy.ts';
import { mark, review, reviewerOf } from '../../../support/factories.ts';
import { freePort } from '../../../support/free-port.ts';
import { words, writePdf } from '../../../support/pdf/write-pdf.ts';
import { startProcesses } from '../../../support/processes.ts';

const port = await freePort();
const service = await startProcesses(2, { BASE_URL: `http://localhost:${port}`, TRUST_PROXY: 'true' });
const proxy = await startProxy(
  port,
  service.webs.map(({ url }) => url),
);
const { token } = await createClient({ baseUrl: proxy.url }).call('create_try_token', {});
const client = createClient({ baseUrl: proxy.url, bearer: token });

test('the health and metrics of the service are not reachable from outside', async () => {
  for (const path of ['/metrics', '/metrics/', '/%6detrics']) {
    const answer = await fetch(proxy.url + path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).not.toContain('sightline_');
  }
  await expect.poll(async () => (await fetch(`${proxy.url}/readyz`)).status).toBe(200);
});

test('a change arrives through the proxy at once, whichever process made it', async () => {
  const made = await review(client);
  const stream = await fetch(`${made.review_url}/events`);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  let heard = '';
  const reading = (async () => {
    for await (const part of stream.body ?? []) heard += Buffer.from(part).toString();
  })().catch(() => {});
  const changes = () => heard.split('event: change').length - 1;
  await expect.poll(changes).toBeGreaterThan(0);
  for (let round = 0; round < 4; round += 1) {
    const before = changes();
    await reviewerOf(made).call('place_mark', mark());
    await expect.poll(changes).toBeGreaterThan(before);
  }
  await stream.body?.cancel().catch(() => {});
  void reading;
});

test('a file of 25 MB is uploaded whole, and one above the limit of all requests is refused', async () => {
  const send = async (bytes: number): Promise<number> => {
    const { uploads } = await client.call('create_upload', { paths: ['deck.pdf'] });
    const padding = { dict: '', stream: Buffer.alloc(bytes), deflate: false };
    const body = writePdf({ pages: [{ content: words('Hello', 80, 300, 60) }], others: [padding] });
    return (await fetch(uploads[0]?.url ?? '', { method: 'PUT', body })).status;
  };
  expect(await send(24_900_000)).toBeLessThan(300);
  expect(await send(70_000_000)).toBe(413);
});

test('killing a web process costs no reader an answer', async () => {
  const made = await review(client);
  const read = () => client.call('get_review', { id: made.id });
  const [first] = service.webs;
  if (first === undefined) throw new Error('there is none');
  const failures: unknown[] = [];
  let answered = 0;
  let isDone = false;
  const lanes = Array.from({ length: 6 }, async () => {
    while (!isDone) {
      // Repeated once, as every client on a network has to.
      await read()
        .catch(read)
        .then(
          () => {
            answered += 1;
          },
          (error: unknown) => failures.push(error),
        );
    }
  });
  await expect.poll(() => answered).toBeGreaterThan(50);
  const exit = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await exit;
  const before = answered;
  await expect.poll(() => answered + failures.length).toBeGreaterThan(before + 100);
  isDone = true;
  await Promise.all(lanes);
  expect(failures).toEqual([]);
});
